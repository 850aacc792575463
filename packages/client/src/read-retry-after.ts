/** Parse Retry-After, a number of seconds or a date, into seconds. Null if unreadable. */
export function readRetryAfter(response: Response | undefined, now = Date.now()): number | null {
  const text = response?.headers.get('retry-after')?.trim()
  if (!text) return null
  if (/^\d+$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
