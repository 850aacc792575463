import { isDeepStrictEqual } from 'node:util'
import type { AccountChangeKind } from '@chuma/contract/account/account'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Answer } from '@chuma/contract/fields'
import { type HoldFacts, isLiftable, toHoldWord } from '@chuma/contract/payouts/holds'
import type { HoldReason, hold } from '@chuma/contract/wallet/holds'
import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import {
  endHold,
  insertHold,
  type PhoneFacts,
  readHoldFacts,
  updateHold,
} from '@chuma/db/queries/payouts/holds'
import type { LockedWithdrawal, StoredHold, Wait, WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { hashDestination, readDestination } from '../../account/destinations.ts'
import { hashMailboxes } from '../../account/returning/prints.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { CLUSTER_TERMS, SMALLEST_CLUSTER } from '../clusters/find-groups.ts'
import { moveFormerDebts } from '../debts.ts'
import { readAccount } from '../details.ts'

/** A cause may be gone before its time, so that even a long hold is looked at again. Lifting one queues a job at once. */
const AGAIN_MS = 3_600_000

/** How long a prepared payout waits for its holds. Not for longer than an hour: then it is evaluated again. */
export function waitFor(open: readonly EvaluatedHold[], now: Date): Wait {
  const again = now.getTime() + AGAIN_MS
  const ends = open.map(({ until }) => until?.getTime() ?? Number.POSITIVE_INFINITY)
  return { reason: 'held', until: new Date(Math.min(again, Math.max(...ends))) }
}

type Held = Pick<EvaluatedHold, 'reason'>

/** Nobody pays to an account that nobody can read: of these somebody may only say that it was paid before. */
export const isUnreadable = ({ reason }: Held) => reason === 'account-unreadable'

/** @throws AppError WITHDRAWAL_HELD, naming the reason */
export function refuseHeld(open: readonly Held[]): void {
  const [first] = open
  if (first) throw new AppError('WITHDRAWAL_HELD', { reason: toHoldWord(first.reason) })
}

type Reading = { deps: Pick<Deps, 'secrets'>; terms: HoldTerms }

export type EvaluatedHold = {
  holdId: string
  reason: HoldReason
  since: Date
  until: Date | null
  facts: HoldFacts
  endsSoonerBy: HoldEnd
}

type Place = 'method' | 'mpesaNumber' | 'bankName' | 'accountNumber' | 'paypalEmail'
/** What holds are evaluated from: a withdrawal as it was locked, or a new one. */
export type Holdable = { ref: WithdrawalRef; withdrawal: Pick<LockedWithdrawal, Place | 'emails' | 'holds'> }

/** `now`: by the database's clock. */
type Evaluated = { open: EvaluatedHold[]; now: Date }

/**
 * Bring a withdrawal's holds up to date, and return those that are open: begin what has a cause, end what has none any more or
 * whose time has come. What staff lifted stays lifted for the same cause, not for a newer one. The caller has locked the payout,
 * and changed no hold since, so that of two evaluations the second sees the first.
 */
export async function evaluateHolds(
  trx: Trx,
  { payout, ...reading }: Reading & { payout: Holdable },
): Promise<Evaluated> {
  const evaluated = (await evaluateManyHolds(trx, [payout], reading)).get(payout.ref.withdrawalId)
  if (!evaluated) throw new Error('a withdrawal is never deleted')
  return evaluated
}

/** The same for many, by the withdrawal's id. */
export async function evaluateManyHolds(
  trx: Trx,
  payouts: readonly Holdable[],
  reading: Reading,
): Promise<Map<string, Evaluated>> {
  const evaluated = new Map<string, Evaluated>()
  for (const known of await readFacts(trx, payouts, reading)) {
    const { holdable, formerIds } = known
    const { memberId, withdrawalId } = holdable.ref
    const isOwing = formerIds.length > 0 && (await moveFormerDebts(trx, { memberId, formerIds }))
    // The debt that has just moved holds it.
    const [read = known] = isOwing ? await readFacts(trx, [holdable], reading) : []
    evaluated.set(withdrawalId, await keepHolds(trx, read, reading.terms))
  }
  return evaluated
}

async function keepHolds(trx: Trx, { holdable, facts, now }: Known, terms: HoldTerms): Promise<Evaluated> {
  const { ref, withdrawal } = holdable
  const causes = findCauses(facts, { terms, now })
  const open: EvaluatedHold[] = []
  for (const cause of causes) {
    const known = withdrawal.holds.find((hold) => isOf(hold, cause))
    if (known && isLifted(known) && isLiftable(cause)) continue
    const holdId = known?.holdId ?? (await insertHold(trx, ref, cause))
    if (known && isOutdated(known, cause)) await updateHold(trx, { ...ref, holdId }, cause)
    open.push({ holdId, ...cause })
  }
  for (const hold of withdrawal.holds) {
    if (hold.endedAt !== null || causes.some((cause) => isOf(hold, cause))) continue
    const isOver = hold.until !== null && hold.until <= now
    await endHold(
      trx,
      { ...ref, holdId: hold.holdId },
      { by: SYSTEM, reason: isOver ? 'over' : 'cause-gone' },
    )
  }
  return { open, now }
}

/** Who ends a hold that ended on its own. */
const SYSTEM = 'system'

type HoldCause = { reason: HoldReason; since: Date; until: Date | null; facts: HoldFacts }

function isOf(hold: StoredHold, { reason, since }: HoldCause): boolean {
  return hold.reason === reason && hold.since.getTime() === since.getTime()
}

function isLifted({ endedAt, endedBy }: StoredHold): boolean {
  return endedAt !== null && endedBy !== SYSTEM
}

function isOutdated(hold: StoredHold, { until, facts }: HoldCause): boolean {
  return (
    hold.endedAt !== null ||
    hold.until?.getTime() !== until?.getTime() ||
    !isDeepStrictEqual(hold.facts, facts)
  )
}

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
type HoldEnd = 'staff' | 'proof' | 'decision' | 'confirmation' | 'setting-off' | 'release'

type Cause = {
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
export function findCauses(facts: Facts, { terms, now }: { terms: HoldTerms; now: Date }) {
  return (Object.keys(HOLD_RULES) as HoldReason[]).flatMap((reason) => {
    const cause = HOLD_RULES[reason](facts, terms)
    return cause && (cause.until === null || cause.until > now) ? [{ reason, ...cause }] : []
  })
}

/** `formerIds`: erased accounts of the same person. `now`: the database's. */
type Known = { holdable: Holdable; facts: Facts; formerIds: readonly string[]; now: Date }

/** Read what the rules need of withdrawals. The caller has locked the wallets. */
async function readFacts(
  trx: Trx,
  holdables: readonly Holdable[],
  { deps, terms }: Reading,
): Promise<Known[]> {
  const places = new Map(
    holdables.map((each) => [each.ref.withdrawalId, { ...readPlace(deps, each), holdable: each }]),
  )
  const wanted = holdables.map(({ ref, withdrawal }) => ({
    ...ref,
    hashes: places.get(ref.withdrawalId)?.hashes ?? [],
    mailboxPrints: hashMailboxes(deps, withdrawal.emails),
  }))
  const limits = { claimDays: CLAIM_DAYS, changeHours: terms.changeHoldHours, ...CLUSTER_TERMS }
  return (await readHoldFacts(trx, wanted, limits)).flatMap((read) => {
    const place = places.get(read.withdrawalId)
    return place ? [toKnown(place, read)] : []
  })
}

type Placed = ReadPlace & { holdable: Holdable }
type Read = Awaited<ReturnType<typeof readHoldFacts>>[number]

function toKnown({ hashes, isAccountUnreadable, holdable }: Placed, read: Read): Known {
  const { now, formerIds, isClusterHeld, destination, memberId, withdrawalId: _, ...others } = read
  const { holds } = holdable.withdrawal
  const { ownerId, namedAt, ...there } = destination
  const known = {
    ...there,
    isOwn: ownerId === memberId,
    isOfAnother: ownerId !== null && ownerId !== memberId,
    namedAt: namedAt ?? read.requestedAt,
  }
  const facts = {
    ...others,
    destination: hashes ? known : nowhere(read.requestedAt),
    clusterSince: isClusterHeld ? sinceWhen(holds, read.requestedAt) : null,
    restoredAt: newestOf(holds, 'restored'),
    isAccountUnreadable,
  }
  return { holdable, facts, formerIds, now }
}

/** Requested while the group was held, or the newest decision to hold it. */
function sinceWhen(holds: readonly StoredHold[], requestedAt: Date): Date {
  const newest = newestOf(holds, 'cluster')
  return newest && newest > requestedAt ? newest : requestedAt
}

function newestOf(holds: readonly StoredHold[], wanted: HoldReason): Date | null {
  const times = holds.filter(({ reason }) => reason === wanted).map(({ since }) => since.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

type ReadPlace = { hashes: readonly Buffer[] | null; isAccountUnreadable: boolean }

/** If the account number cannot be opened, which those who read it report, nothing is known about the destination. */
function readPlace({ secrets }: Pick<Deps, 'secrets'>, { ref, withdrawal }: Holdable): ReadPlace {
  const { accountNumber, ...place } = withdrawal
  const row = { table: 'withdrawal', id: ref.withdrawalId } as const
  const number = readAccount({ secrets, reportFailure: () => {} }, row, accountNumber)
  const destination = readDestination({ ...place, accountNumber: number })
  return {
    hashes: destination && hashDestination(secrets, destination),
    isAccountUnreadable: accountNumber !== null && number === null,
  }
}

const nowhere = (namedAt: Date) => ({
  isOwn: false,
  isOfAnother: false,
  otherClaimants: 0,
  namedAt,
  wasPaidThere: false,
  wasPaidElsewhere: false,
})

type Hold = Answer<typeof hold>

/**
 * Choose what a member is told about the holds of one withdrawal. Nobody learns that another account named a destination, or one point
 * would buy an answer for every number: while the request waits for staff, as each does, nothing is said; once it is approved, the
 * destination is one that was never paid.
 */
export function showHolds(status: WithdrawalStatus, open: readonly Hold[]): Hold[] {
  const told = open.map(({ reason, since, until }) => ({ reason, since, until }))
  const shared = told.filter(({ reason }) => reason === 'shared-destination')
  const others = told.filter(({ reason }) => reason !== 'shared-destination')
  if (status === 'pending' || others.some(({ reason }) => reason === 'new-destination')) return others
  return [...others, ...shared.map((each) => ({ ...each, reason: 'new-destination' as const }))]
}
