import type { Answer } from '@chuma/contract/fields'
import type { expectedPayout, PersonReason, ToldReason } from '@chuma/contract/payouts/automatic-payouts'
import { ALL_RAILS } from '@chuma/contract/payouts/payout-queue'
import type { Db } from '@chuma/db/client'
import { getPayoutTimes, listOpenOf, type Times } from '@chuma/db/queries/payouts/automatic-payouts'
import { getTimeIn, isQueueStopped } from '@chuma/db/queries/payouts/payout-queue'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { Payouts } from '../attempts/payouts.ts'
import { listOpenRails } from '../rails.ts'

type Expected = Answer<typeof expectedPayout>

/** Nine in ten took no longer; measured again after this long. */
const FRESH_MS = 15_000

/** Measure how long payouts take, a few times a minute at most. */
export function createPayoutTimes({ db }: Pick<Deps, 'db'>): () => Promise<Times> {
  let last: { at: number; value: Promise<Times> } | null = null
  return () => {
    if (last && performance.now() - last.at < FRESH_MS) return last.value
    const value = getPayoutTimes(db)
    last = { at: performance.now(), value }
    value.catch(() => {
      last = null
    })
    return value
  }
}

/**
 * Tell a member when they can expect their open withdrawals: the time that nine of ten such payouts took. No time where there are too
 * few examples, and for what is overdue: nobody knows. Nothing about what is on hold or waits, which has reasons of its own. Why the
 * rule left a request to a person is named even without a time, because nothing else says why it waits.
 */
export async function listExpectedPayouts(
  { db, payoutTimes, payouts }: Pick<Deps, 'db' | 'payoutTimes' | 'payouts'>,
  { memberId }: Pick<SignedInMember, 'memberId'>,
): Promise<Expected[]> {
  const open = await listOpenOf(db, memberId)
  if (open.length === 0 || (await isAnyStopped(db, payouts))) return []
  const times = await payoutTimes()
  const now = await getTimeIn(db, 0)
  return open.flatMap(({ withdrawalId, requestedAt, isHeld, isAutomatic, outcome, reasons }): Expected[] => {
    // Nobody has looked at it yet.
    if (isHeld || (outcome === null && !isAutomatic)) return []
    const seconds = isAutomatic ? times.automaticSlowSeconds : times.staffSlowSeconds
    const usual = seconds === null ? null : toNextMinute(requestedAt.getTime() + seconds * 1000)
    const expectedBy = usual !== null && usual > now ? usual : null
    const reason = findToldReason(reasons)
    if (expectedBy === null && reason === null) return []
    return [{ withdrawalId, by: isAutomatic ? 'machine' : 'person', reason, expectedBy }]
  })
}

/** While one provider is stopped, staff may be moving its payments to another. */
async function isAnyStopped(db: Db, payouts: Pick<Payouts, 'rails'>): Promise<boolean> {
  const stopped = await Promise.all(
    [ALL_RAILS, ...listOpenRails(payouts)].map((name) => isQueueStopped(db, name)),
  )
  return stopped.includes(true)
}

/** People read minutes: never sooner than measured. */
function toNextMinute(ms: number): Date {
  return new Date(Math.ceil(ms / 60_000) * 60_000)
}

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
