import type { AdminStats, AdminWithdrawal, ListWithdrawalsInput } from '@chuma/contract/admin'
import { sql } from 'kysely'
import type { Db } from '../client.ts'
import { withdrawalColumns } from './withdrawals.ts'

export function getAdminStats(db: Db): Promise<AdminStats> {
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('member')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$notNull()
        .as('totalUsers'),
      eb
        .selectFrom('survey')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$notNull()
        .as('totalSurveys'),
      eb
        .selectFrom('wallet')
        .select(({ fn }) => fn.coalesce(fn.sum<number>('earned'), sql<number>`0`).as('points'))
        .$notNull()
        .as('totalEarnings'),
      eb
        .selectFrom('member')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where(isActive)
        .$notNull()
        .as('activeUsers'),
      eb
        .selectFrom('surveyAttempt')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('status', '=', 'completed')
        .$notNull()
        .as('surveysCompleted'),
    ])
    .executeTakeFirstOrThrow()
}

// The newest posting is one step in the primary key; a condition on every posting's day would read them all.
const isActive = sql<boolean>`
  (select p.created_at from posting p where p.member_id = member.member_id order by p.seq desc limit 1)
    > now() - interval '30 days'
  or exists (
    select from session s where s.member_id = member.member_id and s.last_seen_at > now() - interval '30 days'
  )`

function selectWithdrawals(db: Db) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .select(withdrawalColumns)
    .select(['member.email as userEmail', sql<string>`member.first_name || ' ' || member.last_name`.as('userName')])
    .select((eb) =>
      eb
        .selectFrom('payoutAttempt')
        .select(sql<string | null>`nullif(concat_ws(': ', result_code, nullif(result_description, '')), '')`.as('note'))
        .whereRef('payoutAttempt.memberId', '=', 'withdrawal.memberId')
        .whereRef('payoutAttempt.withdrawalId', '=', 'withdrawal.withdrawalId')
        .orderBy('attemptNo', 'desc')
        .limit(1)
        .as('payoutNote'),
    )
}

/** Oldest first; the next page starts after the last `id` of this one. */
export function listAdminWithdrawals(
  db: Db,
  { status, after, limit }: ListWithdrawalsInput,
): Promise<AdminWithdrawal[]> {
  return selectWithdrawals(db)
    .$if(status !== undefined, (query) => query.where('withdrawal.status', '=', status ?? 'pending'))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(withdrawal.requested_at, withdrawal.withdrawal_id) >
          (select a.requested_at, a.withdrawal_id from withdrawal a where a.withdrawal_id = ${after})`,
      ),
    )
    .orderBy('withdrawal.requestedAt')
    .orderBy('withdrawal.withdrawalId')
    .limit(limit)
    .execute()
}

export function getAdminWithdrawal(db: Db, withdrawalId: string): Promise<AdminWithdrawal> {
  return selectWithdrawals(db).where('withdrawal.withdrawalId', '=', withdrawalId).executeTakeFirstOrThrow()
}
