import { MOST_APPROVALS } from '@chuma/contract/payouts/payout-queue'
import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'
import { isHeld } from './is-held.ts'

/**
 * Whether a withdrawal has to be decided individually: it is in review, the member's payouts are paused, or it is large enough
 * for two approvals. `twoAdminsFromKes` 0: one approval is always enough.
 */
export function isFlagged(twoAdminsFromKes: number): RawBuilder<boolean> {
  const limit = sql`${twoAdminsFromKes}::bigint`
  return sql<boolean>`(
    withdrawal.is_in_review or (${limit} > 0 and withdrawal.amount_kes >= ${limit})
    or exists (select from payout_pause p where p.member_id = withdrawal.member_id and p.lifted_at is null)
  )`
}

type Limits = { twoAdminsFromKes: number; exceptOf: readonly string[] }
type Unflagged = { id: string; memberId: string; userName: string; amountKes: number }

/** List the oldest pending withdrawals that are neither flagged nor on hold. `exceptOf`: members who do not decide their own. */
export function listUnflagged(db: Db, { twoAdminsFromKes, exceptOf }: Limits): Promise<Unflagged[]> {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .select([
      'withdrawal.withdrawalId as id',
      'withdrawal.memberId',
      'withdrawal.amountKes',
      sql<string>`member.first_name || ' ' || member.last_name`.as('userName'),
    ])
    .where('withdrawal.status', '=', 'pending')
    .where(sql<boolean>`not ${isFlagged(twoAdminsFromKes)} and not ${isHeld}`)
    .$if(exceptOf.length > 0, (query) => query.where('withdrawal.memberId', 'not in', exceptOf))
    .orderBy('requestedAt')
    .orderBy('withdrawalId')
    .limit(MOST_APPROVALS)
    .execute()
}

type Looked = {
  id: string
  memberId: string
  status: WithdrawalStatus
  isInReview: boolean
  isPaused: boolean
  isHeld: boolean
}

/** Look at many withdrawals at once: what keeps each out of a bulk approval, as far as it is stored. */
export async function lookAtMany(db: Db, ids: readonly string[]): Promise<Map<string, Looked>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('withdrawal')
    .select([
      'withdrawal.withdrawalId as id',
      'withdrawal.memberId',
      'withdrawal.status',
      'withdrawal.isInReview',
      sql<boolean>`exists (
        select from payout_pause p where p.member_id = withdrawal.member_id and p.lifted_at is null
      )`.as('isPaused'),
      isHeld.as('isHeld'),
    ])
    .where('withdrawal.withdrawalId', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Count the pending withdrawals that have to be decided individually, and those on hold: one can be both. */
export function countFlagged(
  db: Db,
  twoAdminsFromKes: number,
): Promise<{ flaggedCount: number; heldCount: number }> {
  return db
    .selectFrom('withdrawal')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(isFlagged(twoAdminsFromKes)).as('flaggedCount'),
      fn.countAll<number>().filterWhere(isHeld).as('heldCount'),
    ])
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
}
