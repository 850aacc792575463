import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { PersonReason } from '@chuma/contract/payouts/automatic-payouts'
import { ALL_RAILS } from '@chuma/contract/payouts/payout-queue'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findPersonOf } from '@chuma/db/queries/auth/people'
import {
  findMadeSources,
  getAutomaticTodayKes,
  getOwnFacts,
  lockSwitch,
  type OwnFacts,
  readSwitch,
} from '@chuma/db/queries/payouts/automatic-payouts'
import { isInDoubtfulCluster } from '@chuma/db/queries/payouts/clusters'
import {
  type Decision,
  findDecision,
  listUndecided,
  upsertDecision,
} from '@chuma/db/queries/payouts/payout-decisions'
import { getQueued, getTotals, isQueueStopped } from '@chuma/db/queries/payouts/payout-queue'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { listRecentCredits } from '@chuma/db/queries/payouts/risk'
import { type DestinationFacts, getDestinationFacts } from '@chuma/db/queries/wallet/destinations'
import { hashDestination, readDestination } from '../../account/destinations.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { isEconomyChosen, readEconomy } from '../../economy.ts'
import { type LockedPayout, lockPayout } from '../attempts/payouts.ts'
import { evaluateHolds, type HoldTerms } from '../holds/hold-rules.ts'
import { queuePayout } from '../queue/queue.ts'
import { chooseRail } from '../rails.ts'

const MAX_AT_ONCE = 100

/**
 * Let the rule look at what its job missed, and at what it has to look at again: every worker runs this every few seconds, and the second
 * of two finds it done.
 */
export async function sweepAutomatic(deps: Deps): Promise<void> {
  const { automaticPayout } = await deps.economy()
  if (automaticPayout === 'off') return
  const { version } = await readEconomy(deps.db)
  const { releasedAt } = await readSwitch(deps.db)
  const due = await listUndecided(deps.db, { ruleVersion: version, releasedAt, limit: MAX_AT_ONCE })
  await eachAlone(deps, due, {
    name: ({ withdrawalId }) => `automatic decision about withdrawal ${withdrawalId}`,
    work: (ref) => decideAutomatically(deps, ref),
  })
}

/** The name under its decisions, which members read. */
const SIGNATURE = 'automatic'
/** For the float, which another transfer fills. */
const FLOAT_AGAIN_MS = 10 * 60_000

type Deciding = Pick<Deps, 'db' | 'secrets' | 'payouts' | 'isEconomyChoiceRequired'>

/**
 * Job: let the owner's rule look at a pending withdrawal, under the locks that staff take to decide it, so that of two decisions one
 * counts. Records what it says; approves only with the rule on. Safe to repeat.
 */
export async function decideAutomatically(deps: Deciding, ref: WithdrawalRef): Promise<void> {
  const isChosen = await isEconomyChosen(deps)
  await deps.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    if (payout.withdrawal.status !== 'pending') return
    // Not the cached one: a rule that was tightened counts from its commit on.
    const { version: ruleVersion, record: terms } = await readEconomy(trx)
    const { automaticPayout: mode } = terms
    if (mode === 'off') return
    const verdict = await judge(trx, deps, { payout, terms, isChosen })
    const isApplied = mode === 'on' && verdict.outcome === 'pay'
    const decision = { ...verdict, mode, ruleVersion, isApplied, amountKes: payout.withdrawal.amountKes }
    await upsertDecision(trx, payout.ref, decision)
    if (isApplied) await approve(trx, deps, { payout, decision, terms })
  })
}

type Judging = { payout: LockedPayout; terms: Economy; isChosen: boolean }
type Verdict = Pick<Decision, 'outcome' | 'reasons' | 'lookAgainAt'>

async function judge(trx: Trx, deps: Deciding, { payout, terms, isChosen }: Judging): Promise<Verdict> {
  const { facts, now, tomorrow } = await readAutomaticFacts(trx, { deps, payout, terms })
  const reasons = listObjections({ ...facts, isEconomyChosen: isChosen }, terms)
  if (reasons.length > 0)
    return { outcome: 'person', reasons, lookAgainAt: whenAgain(reasons, now, tomorrow) }
  const drawn = { memberId: payout.ref.memberId, paidCount: facts.paidCount }
  if (isSample(deps, drawn, terms.automaticSamplePercent)) {
    return { outcome: 'sample', reasons: ['sample'], lookAgainAt: null }
  }
  return { outcome: 'pay', reasons: [], lookAgainAt: null }
}

/** Only what time alone can change. A hold that ends, a new rule and a released switch ask again. */
function whenAgain(reasons: readonly PersonReason[], now: Date, tomorrow: Date): Date | null {
  if (reasons.includes('day') || reasons.includes('member-day')) return tomorrow
  return reasons.includes('float') ? new Date(now.getTime() + FLOAT_AGAIN_MS) : null
}

type Approving = { payout: LockedPayout; decision: Decision; terms: Economy }

async function approve(trx: Trx, { payouts }: Deciding, { payout, decision, terms }: Approving) {
  const { ref, withdrawal } = payout
  await queuePayout(trx, payouts, {
    payout,
    by: 'worker',
    isAutomatic: true,
    adminComment: null,
    processedBy: SIGNATURE,
  })
  await insertAuditEntry(trx, {
    actor: 'system',
    action: 'withdrawal.approved',
    subject: `withdrawal:${ref.withdrawalId}`,
    before: { status: withdrawal.status, payoutState: withdrawal.payoutState },
    after: {
      status: 'approved',
      payoutState: 'queued',
      amountKes: withdrawal.amountKes,
      ruleVersion: decision.ruleVersion,
      rule: {
        maxKes: terms.automaticMaxKes,
        memberDayKes: terms.automaticMemberDayKes,
        dayKes: terms.automaticDayKes,
        belowRisk: terms.automaticBelowRisk,
      },
    },
    reason: "The owner's rule",
    address: null,
  })
}

type Drawn = { memberId: string; paidCount: number }

/**
 * Whether staff look at a member's next payment although nothing speaks against it. Drawn by a keyed hash: nobody without the key can
 * foresee it. One draw for each payment that a member gets, so that cancelling and asking again draws the same.
 */
export function isSample(
  { secrets }: Pick<Deps, 'secrets'>,
  { memberId, paidCount }: Drawn,
  samplePercent: number,
): boolean {
  const [hash] = secrets.hash('automatic-payout-sample', `${memberId} ${paidCount}`)
  return hash.readUInt32BE() / 2 ** 32 < samplePercent / 100
}

/** What the owner decides. */
type Rule = Pick<
  Economy,
  | 'automaticPayout'
  | 'automaticMaxKes'
  | 'automaticMemberDayKes'
  | 'automaticDayKes'
  | 'automaticBelowRisk'
  | 'automaticFirstPayouts'
  | 'twoAdminsFromKes'
  | 'selfApprovalKes'
  | 'kesPerPoint'
>

/** All that the rule knows about one withdrawal. */
type AutomaticFacts = {
  amountKes: number
  isTripped: boolean
  isEconomyChosen: boolean
  hasProvider: boolean
  /** Staff, or the switch, took an automatic approval of it back. */
  isBarred: boolean
  isProven: boolean
  isHeld: boolean
  unconfirmedPoints: number
  riskScore: number
  /** In review, paused, or of a suspended account. */
  isFlagged: boolean
  isInCluster: boolean
  /** Payments that the member ever got. */
  paidCount: number
  /** Staff proved the destination, or ended a hold or a pause; or the member is on the staff. */
  isOfInsider: boolean
  /** Points that people gave directly, or by an offer, task or partner that they made or changed lately. */
  madePoints: number
  memberTodayKes: number
  allTodayKes: number
  /** What the account can pay after all that is queued; null: unknown. */
  floatKes: number | null
}

type Check = (facts: AutomaticFacts, rule: Rule) => boolean

/**
 * Why a person decides (docs/decisions/0087). Each check reads facts and decides nothing else. In the order in which staff read them.
 * `sample` is no check: it is drawn among those that pass all of these.
 */
const PERSON_CHECKS: Readonly<Record<Exclude<PersonReason, 'sample'>, Check>> = {
  tripped: ({ isTripped }) => isTripped,
  unchosen: ({ isEconomyChosen }) => !isEconomyChosen,
  'no-provider': ({ hasProvider }) => !hasProvider,
  undone: ({ isBarred }) => isBarred,
  unproven: ({ isProven }) => !isProven,
  held: ({ isHeld }) => isHeld,
  unsettled: ({ unconfirmedPoints }) => unconfirmedPoints > 0,
  risk: ({ riskScore }, { automaticBelowRisk }) => riskScore >= automaticBelowRisk,
  paused: ({ isFlagged }) => isFlagged,
  cluster: ({ isInCluster }) => isInCluster,
  // The rule is everyone's second pair of eyes, so that nobody's own credits are paid without another person.
  insider: ({ isOfInsider, madePoints }, { selfApprovalKes, kesPerPoint }) =>
    isOfInsider || madePoints * kesPerPoint > selfApprovalKes,
  'first-payout': ({ paidCount }, { automaticFirstPayouts }) => paidCount === 0 && !automaticFirstPayouts,
  'two-people': ({ amountKes }, { twoAdminsFromKes }) =>
    twoAdminsFromKes > 0 && amountKes >= twoAdminsFromKes,
  'too-large': ({ amountKes }, { automaticMaxKes }) => amountKes > automaticMaxKes,
  'member-day': ({ amountKes, memberTodayKes }, { automaticMemberDayKes }) =>
    memberTodayKes + amountKes > automaticMemberDayKes,
  day: ({ amountKes, allTodayKes }, { automaticDayKes }) => allTodayKes + amountKes > automaticDayKes,
  float: ({ amountKes, floatKes }) => floatKes !== null && amountKes > floatKes,
}

/** Name everything that speaks against paying without a person. Empty: nothing does. */
function listObjections(facts: AutomaticFacts, rule: Rule): PersonReason[] {
  return (Object.keys(PERSON_CHECKS) as (keyof typeof PERSON_CHECKS)[]).filter((reason) =>
    PERSON_CHECKS[reason](facts, rule),
  )
}

/** For as long what staff did for a member keeps the rule from paying them. */
const INSIDER_DAYS = 30
/** An older balance says nothing: as for sending. */
const FLOAT_FRESH_SECONDS = 30 * 60

type Reading = { deps: Pick<Deps, 'secrets' | 'payouts'>; payout: LockedPayout; terms: HoldTerms }
type Read = { facts: Omit<AutomaticFacts, 'isEconomyChosen'>; now: Date; tomorrow: Date }

/**
 * Read what the rule needs of one withdrawal. The caller has locked its wallet; the switch is locked here, after it, so that the sums
 * and the switch stay as they are until the transaction ends.
 */
async function readAutomaticFacts(trx: Trx, { deps, payout, terms }: Reading): Promise<Read> {
  const { ref, withdrawal } = payout
  const { memberId } = ref
  const own = await getOwnFacts(trx, { ...ref, days: INSIDER_DAYS })
  const destination = await readPlace(trx, deps, payout)
  const { open } = await evaluateHolds(trx, { deps, payout, terms })
  const rail = chooseRail(deps.payouts, withdrawal.method)
  const facts = {
    amountKes: withdrawal.amountKes,
    hasProvider: rail !== null,
    isProven: destination?.isOwn ?? false,
    isHeld: open.length > 0,
    unconfirmedPoints: own.unconfirmedPoints,
    riskScore: own.riskScore,
    isFlagged: own.isSuspended || withdrawal.isInReview || withdrawal.isPaused,
    isInCluster: await isInDoubtfulCluster(trx, memberId),
    paidCount: own.paidCount,
    isOfInsider: isProvenByPeople(destination, own) || own.isHoldLifted || (await isOnStaff(trx, ref)),
    madePoints: await sumMadePoints(trx, memberId),
    isBarred: (await findDecision(trx, ref))?.isBarred ?? false,
    memberTodayKes: own.memberTodayKes,
    floatKes: rail ? await readFreeFloat(trx, rail.name) : null,
    isTripped: (await isQueueStopped(trx, ALL_RAILS)) || (await lockSwitch(trx, 'update')).isTripped,
    allTodayKes: 0,
  }
  return {
    facts: { ...facts, allTodayKes: await getAutomaticTodayKes(trx) },
    now: own.now,
    tomorrow: own.tomorrow,
  }
}

/** Null if the withdrawal goes to an account, whose number no provider gets. */
async function readPlace(trx: Trx, { secrets }: Pick<Deps, 'secrets'>, { ref, withdrawal }: LockedPayout) {
  const destination = readDestination({ ...withdrawal, accountNumber: null })
  if (!destination) return null
  const hashes = hashDestination(secrets, destination)
  return getDestinationFacts(trx, { memberId: ref.memberId, hashes })
}

/** Staff said so, or paid there by hand, and not the provider. */
function isProvenByPeople(destination: DestinationFacts | null, own: OwnFacts): boolean {
  if (!destination?.provenAt || destination.provenBy === 'code') return false
  const isRecent = own.now.getTime() - destination.provenAt.getTime() < INSIDER_DAYS * 86_400_000
  return isRecent && (destination.provenBy === 'staff' || !own.wasPaidByProvider)
}

async function isOnStaff(trx: Trx, { memberId }: WithdrawalRef): Promise<boolean> {
  return (await findPersonOf(trx, `member:${memberId}`)) !== null
}

async function sumMadePoints(trx: Trx, memberId: string): Promise<number> {
  const credits = await listRecentCredits(trx, [memberId], INSIDER_DAYS)
  const sources = [...new Set(credits.flatMap((credit) => credit.sources))]
  const made = await findMadeSources(trx, { sources, days: INSIDER_DAYS })
  return credits
    .filter((credit) => credit.sources.some((source) => made.has(source)))
    .reduce((sum, { points }) => sum + Number(points), 0)
}

async function readFreeFloat(trx: Trx, provider: string): Promise<number | null> {
  const { floatKes } = await getTotals(trx, { provider, memberId: null, freshSeconds: FLOAT_FRESH_SECONDS })
  if (floatKes === null) return null
  return floatKes - (await getQueued(trx, provider)).amountKes
}
