import { randomUUID } from 'node:crypto'
import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { Db } from '@chuma/db/client'
import { insertEconomyVersion } from '@chuma/db/queries/admin/economy'
import { findDecision } from '@chuma/db/queries/payouts/payout-decisions'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { sql } from 'kysely'
import { readDestination } from '../../account/destinations.ts'
import type { Deps } from '../../deps.ts'
import { readEconomy } from '../../economy.ts'
import { givenMember } from '../../testing.ts'
import { nameDestination, proveDestination } from '../../wallet/destinations/name-destination.ts'
import { ask as askFor, newNumber } from '../testing.ts'

/** A rule that pays nearly everything, for tests that change one thing. */
const GENEROUS = {
  automaticPayout: 'on',
  automaticMaxKes: 250_000,
  automaticMemberDayKes: 500_000,
  automaticDayKes: 1_000_000_000,
  automaticBelowRisk: 1000,
  automaticFirstPayouts: true,
  automaticSamplePercent: 0,
  firstPayoutHoldHours: 0,
  newDestinationHoldHours: 0,
  selfApprovalKes: 0,
} as const satisfies Partial<Economy>

/** Make this the owner's rule, as a new version of the economy. */
export async function setRule(db: Db, changes: Partial<Economy> = {}): Promise<Economy> {
  const { version } = await readEconomy(db)
  const record = economy.parse({ ...defaultEconomy, ...GENEROUS, ...changes })
  await insertEconomyVersion(db, {
    record,
    choice: null,
    follows: version,
    changedBy: 'staff:wanjiru',
    reason: 'Test',
  })
  return record
}

/** A member with ten points of the house, who has proven a number of their own by a code. */
export async function givenProven(
  db: Db,
  { secrets }: Pick<Deps, 'secrets'>,
  { points = 10, by = 'code' }: { points?: number; by?: 'code' | 'payment' | 'staff' | null } = {},
) {
  const member = await givenMember(db)
  const mpesaNumber = newNumber()
  await earn(db, member, points)
  const destination = readDestination({
    method: 'mpesa',
    mpesaNumber,
    bankName: null,
    accountNumber: null,
    paypalEmail: null,
  })
  if (!destination) throw new Error('a number is a destination')
  await db.transaction().execute(async (trx) => {
    const place = { memberId: member.memberId, ...destination }
    await nameDestination(trx, { secrets }, place)
    if (by === 'staff') {
      await proveDestination(trx, { secrets }, { ...place, by: 'code' })
      await sql`update payout_destination set proven_by = 'staff' where member_id = ${member.memberId}`.execute(
        trx,
      )
    } else if (by) await proveDestination(trx, { secrets }, { ...place, by })
  })
  return { ...member, mpesaNumber }
}

/** Earn points that nobody in particular gave. */
export function earn(db: Db, { memberId }: { memberId: string }, points: number) {
  return insertPosting(db, {
    memberId,
    kind: 'daily-login',
    availableDelta: points,
    heldDelta: 0,
    houseAccount: 'rewards',
    sourceKey: `test:${randomUUID()}`,
    description: 'Daily bonus',
    actor: 'system',
  })
}

/** Ask for two points, KES 2,000. */
export async function ask(
  deps: Deps,
  member: Awaited<ReturnType<typeof givenProven>>,
  points = 2,
): Promise<WithdrawalRef> {
  const { id } = await askFor(deps, member, { points, to: member.mpesaNumber })
  return { memberId: member.memberId, withdrawalId: id }
}

/** What the rule said: the outcome with its reasons, in the order of the checks. */
export async function said(db: Db, ref: WithdrawalRef): Promise<string> {
  const decision = await findDecision(db, ref)
  return decision ? [decision.outcome, ...decision.reasons].join(' ') : 'nothing'
}

export async function forgetSwitch(db: Db): Promise<void> {
  await sql`update automatic_payout_switch set is_tripped = false, cause = null, reason = null, tripped_by = null,
    tripped_at = null, released_at = '-infinity'`.execute(db)
}
