import { ALL_RAILS } from '@chuma/contract/payouts/payout-queue'
import type { Trx } from '@chuma/db/client'
import { findPersonOf } from '@chuma/db/queries/admin/people'
import {
  findMadeSources,
  getAutomaticTodayKes,
  getOwnFacts,
  type OwnFacts,
} from '@chuma/db/queries/payouts/automatic/automatic-facts'
import { lockSwitch } from '@chuma/db/queries/payouts/automatic/automatic-switch'
import { findDecision } from '@chuma/db/queries/payouts/automatic/payout-decisions'
import { isInDoubtfulCluster } from '@chuma/db/queries/payouts/clusters'
import { listRecentCredits } from '@chuma/db/queries/payouts/credit-sources'
import { getQueued, getTotals, isQueueStopped } from '@chuma/db/queries/payouts/payout-queue'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import {
  type DestinationFacts,
  getDestinationFacts,
  getPaidPlace,
} from '@chuma/db/queries/wallet/destinations'
import type { Deps } from '../../deps.ts'
import { hashDestination, readDestination } from '../../wallet/destinations/normalise-destination.ts'
import type { LockedPayout } from '../attempts/lock-payout.ts'
import { evaluateHolds } from '../holds/evaluate-holds.ts'
import type { HoldTerms } from '../holds/hold-rules.ts'
import { chooseRail } from '../rails/find-rail.ts'
import type { AutomaticFacts } from './judge.ts'

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
export async function readAutomaticFacts(trx: Trx, { deps, payout, terms }: Reading): Promise<Read> {
  const { ref, withdrawal } = payout
  const { memberId } = ref
  const own = await getOwnFacts(trx, { ...ref, days: INSIDER_DAYS })
  const destination = await readPlace(trx, deps, payout)
  const { open } = await evaluateHolds(trx, { deps, ref, terms })
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
async function readPlace(
  trx: Trx,
  { secrets }: Pick<Deps, 'secrets'>,
  { ref }: LockedPayout,
): Promise<DestinationFacts | null> {
  const { accountNumber: _, ...place } = await getPaidPlace(trx, ref)
  const destination = readDestination({ ...place, accountNumber: null })
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
