import type { AccountChangeKind } from '@chuma/contract/account/account-changes'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { HoldFacts, HoldReason } from '@chuma/contract/payouts/holds'
import type { PhoneFacts } from '@chuma/db/queries/payouts/hold-facts'
import { CLUSTER_TERMS, SMALLEST_CLUSTER } from '../clusters/cluster-terms.ts'

/** How long points of a granted claim count as unsettled: by then a partner has reported what it will pay. */
export const CLAIM_DAYS = 30

/** More accounts than a household has use one phone: by then a script has shown itself, or nothing is there to see. */
const CROWDED_PHONE_HOURS = 7 * 24

/** How long others on the phone of a paused group wait for staff to look at them. */
const PAUSED_PHONE_HOURS = 7 * 24

/** Of a paused group on a network, on which others have nothing to do with it. */
const PAUSED_ON_NETWORK = 10

/** People hurry through a survey or two. */
const DOUBTFUL_SURVEYS = 3

export type HoldTerms = Pick<Economy, 'firstPayoutHoldHours' | 'newDestinationHoldHours' | 'changeHoldHours'>

type Change = { kind: AccountChangeKind; createdAt: Date }

/** All that the rules know about one withdrawal. Times are the database's. */
export type Facts = {
  requestedAt: Date
  wasEverPaid: boolean
  memberSince: Date
  phone: PhoneFacts
  destination: {
    isOwn: boolean
    isOfAnother: boolean
    otherClaimants: number
    namedAt: Date
    wasPaidThere: boolean
    wasPaidElsewhere: boolean
  }
  /** Within `changeHoldHours`, newest first. */
  changes: readonly Change[]
  mailbox: { accounts: number; since: Date | null }
  /** Oldest first. */
  doubtfulSurveys: readonly { since: Date; until: Date }[]
  unconfirmedPoints: number
  unconfirmedSince: Date | null
  available: number
  debtSince: Date | null
  debtPoints: number
  /** Since when staff hold the group of accounts that the member belongs to. */
  clusterSince: Date | null
  /** When the database was restored from a backup that has this withdrawal as unpaid. */
  restoredAt: Date | null
  /** The account number cannot be opened, so nobody can pay it. */
  isAccountUnreadable: boolean
}

/** What ends a hold before its time. `release`: staff decide whose the destination is. */
export type HoldEnd = 'staff' | 'proof' | 'decision' | 'confirmation' | 'setting-off' | 'release'

export type Cause = {
  /** When it began: what staff lifted comes back only for something newer. */
  since: Date
  until: Date | null
  endsSoonerBy: HoldEnd
  facts: HoldFacts
}
type Rule = (facts: Facts, terms: HoldTerms) => Cause | null

/**
 * Why a withdrawal waits (docs/decisions/0075). Each rule reads facts and decides nothing else: it refuses no request and
 * changes no account.
 */
export const HOLD_RULES: Readonly<Record<HoldReason, Rule>> = {
  // Someone with ten accounts meets a person, or a wait, ten times.
  'first-payout': ({ wasEverPaid, phone, requestedAt }, { firstPayoutHoldHours: hours }) =>
    wasEverPaid || hours === 0
      ? null
      : lasting(requestedAt, isCrowd(phone.accounts) ? Math.max(hours, CROWDED_PHONE_HOURS) : hours, 'staff'),

  // A code by SMS does not end it: a thief proves their own number as easily as a member does.
  'new-destination': (facts, { newDestinationHoldHours }) =>
    facts.destination.wasPaidThere || !facts.destination.wasPaidElsewhere
      ? null
      : lasting(firstNamed(facts), newDestinationHoldHours, 'staff'),

  'credentials-changed': ({ changes, destination }, { changeHoldHours }) =>
    changed(
      changes.find(({ kind }) => isOfCredentials(kind, destination.wasPaidThere)),
      changeHoldHours,
    ),

  'email-changed': ({ changes }, { changeHoldHours }) =>
    changed(
      changes.find(({ kind }) => kind === 'email-changed' || kind === 'email-undone'),
      changeHoldHours,
    ),

  'shared-destination': (facts) => {
    const { isOwn, isOfAnother, otherClaimants } = facts.destination
    const since = firstNamed(facts)
    const accounts = otherClaimants
    if (isOfAnother)
      return { since, until: null, endsSoonerBy: 'release', facts: { accounts, isOfAnother: true } }
    if (isOwn || accounts === 0) return null
    return { since, until: null, endsSoonerBy: 'proof', facts: { accounts } }
  },

  'shared-mailbox': ({ mailbox: { accounts, since } }) =>
    since && { since, until: null, endsSoonerBy: 'staff', facts: { accounts } },

  'survey-quality': ({ doubtfulSurveys }) => {
    // One more makes it no other hold.
    const pattern = doubtfulSurveys[DOUBTFUL_SURVEYS - 1]
    if (!pattern) return null
    const until = new Date(Math.max(...doubtfulSurveys.map((survey) => survey.until.getTime())))
    return {
      since: pattern.since,
      until,
      endsSoonerBy: 'decision',
      facts: { surveys: doubtfulSurveys.length },
    }
  },

  // Points that a partner has reported and still holds are not in the balance. Only a claim pays before the partner does.
  'unsettled-credits': ({ unconfirmedPoints: points, unconfirmedSince, available }) =>
    unconfirmedSince && points > available
      ? { ...lasting(unconfirmedSince, CLAIM_DAYS * 24, 'confirmation'), facts: { points } }
      : null,

  debt: ({ debtSince, debtPoints }) =>
    debtSince && {
      since: debtSince,
      until: null,
      endsSoonerBy: 'setting-off',
      facts: { points: debtPoints },
    },

  cluster: (facts, terms) =>
    facts.clusterSince
      ? { since: facts.clusterSince, until: null, endsSoonerBy: 'decision', facts: {} }
      : (onPausedPhone(facts) ?? onFreshPhone(facts, terms)),

  // Nothing in the database can tell whether it was paid after the backup.
  restored: ({ restoredAt: since }) => since && { since, until: null, endsSoonerBy: 'staff', facts: {} },

  // The member asks again with the account, or the key is found.
  'account-unreadable': ({ isAccountUnreadable, requestedAt: since }) =>
    isAccountUnreadable ? { since, until: null, endsSoonerBy: 'decision', facts: {} } : null,
}

const FRESH_HOURS = CLUSTER_TERMS.freshDays * 24
const isCrowd = (accounts: number) => accounts > CLUSTER_TERMS.largestDeclared

/**
 * A group on this phone is paused. Who is not in it yet may be the rest of it: staff look, and the hold ends without them too. On a
 * network only a farm counts, and it holds nobody but newcomers.
 */
function onPausedPhone({ memberSince, phone: { paused, pausedOnNetwork } }: Facts): Cause | null {
  if (paused.at !== null && paused.accounts >= SMALLEST_CLUSTER)
    return { ...lasting(paused.at, PAUSED_PHONE_HOURS, 'decision'), facts: { accounts: paused.accounts } }
  const { accounts, at } = pausedOnNetwork
  if (at === null || accounts < PAUSED_ON_NETWORK) return null
  const ends = [hoursAfter(at, PAUSED_PHONE_HOURS), hoursAfter(memberSince, FRESH_HOURS)].map(Number)
  return { since: at, until: new Date(Math.min(...ends)), endsSoonerBy: 'decision', facts: { accounts } }
}

/**
 * Many new accounts on one phone. A script shows itself by earning in lockstep, which takes days; the first of its accounts would be
 * paid meanwhile. An installation that pays first payments at once has chosen not to wait.
 */
function onFreshPhone(
  { memberSince, phone: { freshAccounts: accounts } }: Facts,
  { firstPayoutHoldHours }: HoldTerms,
): Cause | null {
  if (firstPayoutHoldHours === 0 || !isCrowd(accounts)) return null
  return { ...lasting(memberSince, FRESH_HOURS, 'decision'), facts: { accounts } }
}

/**
 * A new device counts only for a destination that never was paid: people change phones, and money that goes where it always
 * went gains a thief nothing.
 */
function isOfCredentials(kind: AccountChangeKind, wasPaidThere: boolean): boolean {
  if (kind === 'new-device') return !wasPaidThere
  return kind !== 'email-changed' && kind !== 'email-undone'
}

function changed(change: Change | undefined, hours: number): Cause | null {
  return change ? { ...lasting(change.createdAt, hours, 'staff'), facts: { change: change.kind } } : null
}

/** A withdrawal names its destination; only one from before destinations were kept has none. */
function firstNamed({ destination: { namedAt }, requestedAt }: Facts): Date {
  return namedAt < requestedAt ? namedAt : requestedAt
}

function lasting(since: Date, hours: number, endsSoonerBy: HoldEnd): Cause {
  return { since, until: hoursAfter(since, hours), endsSoonerBy, facts: {} }
}

const hoursAfter = (time: Date, hours: number) => new Date(time.getTime() + hours * 3_600_000)

/** Name every cause that holds a withdrawal at `now`, by the database's clock. */
export function findCauses(
  facts: Facts,
  { terms, now }: { terms: HoldTerms; now: Date },
): (Cause & { reason: HoldReason })[] {
  return (Object.keys(HOLD_RULES) as HoldReason[]).flatMap((reason) => {
    const cause = HOLD_RULES[reason](facts, terms)
    return cause && (cause.until === null || cause.until > now) ? [{ reason, ...cause }] : []
  })
}
