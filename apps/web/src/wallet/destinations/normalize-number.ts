/**
 * Write a Kenyan mobile number as 254 and nine digits; null while it is not one. The server checks it against every number range,
 * whose list is too large for the page.
 */
export function normalizeNumber(text: string): string | null {
  const digits = text.normalize('NFKC').replaceAll(/\D/g, '')
  const [, local] = /^(?:0{0,3}254)?0?([17]\d{8})$/.exec(digits) ?? []
  return local ? `254${local}` : null
}
