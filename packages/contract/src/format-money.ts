const kes = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** `KES 1,000`: whole shillings, grouped, in every language. */
export function formatKes(amountKes: number): string {
  return `KES ${kes.format(amountKes)}`
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$12.50`: always with cents. */
export function formatUsd(amountUsd: number): string {
  return usd.format(amountUsd)
}
