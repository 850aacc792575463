/** `KES 1,000`, and `−KES 1,000` for a loss: whole shillings, grouped, in every language. */
export function formatKes(amountKes: number): string {
  const amount = groupThousands(Math.abs(amountKes))
  return amountKes < 0 && amount !== '0' ? `−KES ${amount}` : `KES ${amount}`
}

/** `$12.50`: always with cents. */
export function formatUsd(amountUsd: number): string {
  usd ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  return usd.format(amountUsd)
}

let usd: Intl.NumberFormat | undefined

/** `1,234,568` for 1234567.5. Without `Intl`, the first use of which costs a slow phone a tenth of a second. */
function groupThousands(amount: number): string {
  return Math.round(amount)
    .toFixed(0)
    .replace(/\B(?=(\d{3})+$)/g, ',')
}
