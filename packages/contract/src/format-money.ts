/** Format whole shillings, the same in every language: `KES 1,000`, or `−KES 1,000` for a loss. */
export function formatKes(amountKes: number): string {
  const amount = groupThousands(Math.abs(amountKes))
  return amountKes < 0 && amount !== '0' ? `−KES ${amount}` : `KES ${amount}`
}

/** Format shillings with their cents: `KES 1,000.50`. For what a bank or a provider has written. */
export function formatKesCents(cents: number): string {
  const amount = `KES ${groupThousands(Math.trunc(Math.abs(cents) / 100))}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  return cents < 0 ? `−${amount}` : amount
}

/** Format dollars with cents: `$12.50`, or `−$12.50` for a loss. */
export function formatUsd(amountUsd: number): string {
  usd ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  return usd.format(amountUsd).replace('-', '−')
}

/** The same of cents. */
export const formatUsdCents = (cents: number) => formatUsd(cents / 100)

let usd: Intl.NumberFormat | undefined

/** `1,234,568` for 1234567.5. Without `Intl`: its first use takes a tenth of a second on a slow phone. */
function groupThousands(amount: number): string {
  return Math.round(amount)
    .toFixed(0)
    .replace(/\B(?=(\d{3})+$)/g, ',')
}
