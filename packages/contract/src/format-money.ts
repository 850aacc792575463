const kes = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** `KES 1,000`: whole shillings, grouped, in every language. */
export function formatKes(amountKes: number): string {
  return `KES ${kes.format(amountKes)}`
}
