/** Where a partner's address wants our reference. */
const PLACEHOLDER = '{click_id}'

/**
 * A partner's address with the reference of one click in it: where the address says so, else as `subid`. Everything else
 * stays as the operator typed it; a partner may have signed it.
 */
export function putReference(url: string, reference: string): string {
  if (url.includes(PLACEHOLDER)) return url.replaceAll(PLACEHOLDER, reference)
  const hashAt = url.indexOf('#')
  const address = hashAt < 0 ? url : url.slice(0, hashAt)
  const fragment = hashAt < 0 ? '' : url.slice(hashAt)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}subid=${reference}${fragment}`
}
