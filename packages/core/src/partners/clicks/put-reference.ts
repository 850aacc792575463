/** Where a partner's address takes our reference. */
const PLACEHOLDER = '{click_id}'

/**
 * Insert a click's reference into a partner's address: at the placeholder, or else as `subid`. The rest stays unchanged,
 * because a partner may have signed it.
 */
export function putReference(url: string, reference: string): string {
  if (url.includes(PLACEHOLDER)) return url.replaceAll(PLACEHOLDER, reference)
  const hashAt = url.indexOf('#')
  const address = hashAt < 0 ? url : url.slice(0, hashAt)
  const fragment = hashAt < 0 ? '' : url.slice(hashAt)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}subid=${reference}${fragment}`
}
