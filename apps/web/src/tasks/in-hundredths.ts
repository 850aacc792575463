/** Round to two decimals: an average of whole points can have many more. */
export function inHundredths(value: number): number {
  return Math.round(value * 100) / 100
}
