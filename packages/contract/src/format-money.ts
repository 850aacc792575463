const kes = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** `KES 1,000`, and `−KES 1,000` for a loss: whole shillings, grouped, in every language. */
export function formatKes(amountKes: number): string {
  const amount = kes.format(Math.abs(amountKes))
  return amountKes < 0 && amount !== '0' ? `−KES ${amount}` : `KES ${amount}`
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$12.50`: always with cents. */
export function formatUsd(amountUsd: number): string {
  return usd.format(amountUsd)
}
