/** Seconds. The header may give a number of them or a date. Null: it says nothing that can be read. */
export function readRetryAfter(response: Response | undefined, now = Date.now()): number | null {
  const text = response?.headers.get('retry-after')?.trim()
  if (!text) return null
  if (/^\d+$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
