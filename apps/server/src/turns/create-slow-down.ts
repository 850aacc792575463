/** How many refusals of a source are answered at once within `SLOWED_MS`; the others as much later. */
const AT_ONCE = 50
const SLOWED_MS = 1000

/**
 * Wait before a refusal, if the source was refused often a moment ago: a program that repeats each refused call immediately would keep
 * the process busy with refusals.
 */
export function createSlowDown(): (source: string) => Promise<void> {
  const refused = new Map<string, number>()
  const forget = (source: string) => {
    const left = (refused.get(source) ?? 0) - 1
    if (left > 0) refused.set(source, left)
    else refused.delete(source)
  }
  return async (source) => {
    const recent = (refused.get(source) ?? 0) + 1
    refused.set(source, recent)
    const later = new Promise<void>((resolve) => {
      setTimeout(() => resolve(forget(source)), SLOWED_MS)
    })
    if (recent > AT_ONCE) await later
  }
}
