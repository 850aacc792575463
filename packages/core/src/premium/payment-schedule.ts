/**
 * How long to wait before each question to the provider, each wait counted from the one before. Prompts are answered within
 * a minute or two; the last two are for a success whose call-back was lost long after the member stopped looking.
 */
const CHECK_AFTER_SECONDS = [30, 30, 60, 150, 150, 150, 150, 180, 2700, 82_800] as const

/** After so many questions nobody expects an answer any more. Money that comes late still counts. */
const CHECKS_UNTIL_EXPIRED = 8

/** A worker that was sending for so long is dead, and whether it sent unknown. Longer than the provider's own time-out. */
export const PUSH_LEASE_SECONDS = 60

/** Null after the last: nothing but a call-back wakes the payment up again. */
export function secondsToCheck(checks: number): number | null {
  return CHECK_AFTER_SECONDS[checks] ?? null
}

export function isOverdue(checks: number): boolean {
  return checks >= CHECKS_UNTIL_EXPIRED
}
