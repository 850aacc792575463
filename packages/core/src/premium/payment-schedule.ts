/**
 * The wait before each status query, counted from the previous one. Prompts are answered within a minute or two; the
 * last two are for payments whose callback was lost.
 */
const CHECK_AFTER_SECONDS = [30, 30, 60, 150, 150, 150, 150, 180, 2700, 82_800] as const

/** After this many queries the payment expires. Late payments still count. */
const CHECKS_UNTIL_EXPIRED = 8

/** After this a sending worker counts as dead, and the result as unknown. Longer than the provider's timeout. */
export const PUSH_LEASE_SECONDS = 60

/** Null after the last: then only a callback causes another query. */
export function secondsToCheck(checks: number): number | null {
  return CHECK_AFTER_SECONDS[checks] ?? null
}

export function isOverdue(checks: number): boolean {
  return checks >= CHECKS_UNTIL_EXPIRED
}
