import { sql } from 'kysely'
import type { Db } from '../../client.ts'

type Weights = { waitingKes: number; sendingKes: number; paidKes: number }

/**
 * Add up a member's payouts in KES: those that can still be stopped, those that the provider may be paying already, and those
 * paid since.
 */
export async function weighPayouts(
  db: Db,
  { memberId, since }: { memberId: string; since: Date },
): Promise<Weights> {
  const sumWhere = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(amount_kes) filter (where ${condition}), 0)::bigint`
  return db
    .selectFrom('withdrawal')
    .select([
      sumWhere(sql`status = 'pending' or (status = 'approved' and payout_state in ('manual', 'queued'))`).as(
        'waitingKes',
      ),
      sumWhere(sql`status = 'approved' and payout_state not in ('manual', 'queued')`).as('sendingKes'),
      sumWhere(sql`status = 'paid' and paid_at >= ${since}`).as('paidKes'),
    ])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}
