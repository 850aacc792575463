const kes = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })
const usd = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `KES 1,000`: whole shillings, grouped, in every language. */
export function formatKes(amountKes: number): string {
  return `KES ${kes.format(amountKes)}`
}

/** `$12.50` */
export function formatUsd(amountUsd: number): string {
  return `$${usd.format(amountUsd)}`
}
