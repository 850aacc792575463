/** Calculate the tax in whole shillings, rounded half up. */
export function taxOf(amountKes: number, taxPercent: number): number {
  // A percentage has at most two decimals, so hundredths are exact.
  const hundredths = Math.round(taxPercent * 100)
  return Math.floor((amountKes * hundredths + 5000) / 10_000)
}
