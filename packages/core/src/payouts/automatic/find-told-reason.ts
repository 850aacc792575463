import type { PersonReason, ToldReason } from '@chuma/contract/payouts/automatic-payouts'

/** These stop the rule for everybody. */
const OF_EVERYONE: readonly PersonReason[] = ['tripped', 'unchosen', 'no-provider']

/** What may be told as it is, in the order of what a member hears if several apply. Everything else is `checked`. */
const TOLD: readonly (readonly [PersonReason, ToldReason])[] = [
  ['sample', 'drawn'],
  ['first-payout', 'first'],
  ['two-people', 'large'],
  ['too-large', 'large'],
  ['member-day', 'day'],
  ['day', 'day'],
  ['float', 'float'],
]

/**
 * What a member hears of why a person decides; null without a reason. A reason that may not be told hides those that may: waiting for
 * tomorrow or asking for less would change nothing.
 */
export function findToldReason(reasons: readonly PersonReason[]): ToldReason | null {
  if (reasons.length === 0) return null
  if (reasons.some((reason) => OF_EVERYONE.includes(reason))) return 'everyone'
  if (reasons.some((reason) => TOLD.every(([tellable]) => tellable !== reason))) return 'checked'
  return TOLD.find(([tellable]) => reasons.includes(tellable))?.[1] ?? null
}
