/**
 * Write a Kenyan mobile number as 254 and nine digits; null while it is not one. The server checks it against every number range,
 * whose list is too large for the page.
 */
export function normalizeNumber(text: string): string | null {
  const [, local] = /^(?:\+?254)?0?([17]\d{8})$/.exec(text.replaceAll(/[ ()-]/g, '')) ?? []
  return local ? `254${local}` : null
}
