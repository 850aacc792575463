import type { AdminStats, AdminWithdrawal, ListWithdrawalsInput } from '@chuma/contract/admin'
import { sql } from 'kysely'
import type { Db } from '../client.ts'
import { withdrawalColumns } from './withdrawals.ts'

export async function getAdminStats(db: Db): Promise<AdminStats> {
  // A member's newest posting is one step in the primary key; a condition on every posting's time would read them all.
  const { rows } = await sql<AdminStats>`
    select
      (select count(*) from member) as total_users,
      (select count(*) from survey) as total_surveys,
      (select coalesce(sum(earned), 0) from wallet) as total_earnings,
      (select count(*) from member m where
        (select p.created_at from posting p where p.member_id = m.member_id order by p.seq desc limit 1)
          > now() - interval '30 days'
        or exists (
          select from session s where s.member_id = m.member_id and s.last_seen_at > now() - interval '30 days'
        )) as active_users,
      (select count(*) from survey_attempt where status = 'completed') as surveys_completed
  `.execute(db)
  const [stats] = rows
  if (!stats) throw new Error('a select without from gives one row')
  return stats
}

function selectWithdrawals(db: Db) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .select(withdrawalColumns)
    .select([
      'member.email as userEmail',
      sql<string>`member.first_name || ' ' || member.last_name`.as('userName'),
      'withdrawal.riskScore',
      'withdrawal.firstApprovedBy',
      'withdrawal.firstApprovedAt',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('payoutPause')
            .select('pauseId')
            .whereRef('payoutPause.memberId', '=', 'withdrawal.memberId')
            .where('liftedAt', 'is', null),
        )
        .$castTo<boolean>()
        .as('isPaused'),
    )
    .select((eb) =>
      eb
        .selectFrom('payoutAttempt')
        .select(
          sql<string | null>`nullif(concat_ws(': ', result_code, nullif(result_description, '')), '')`.as(
            'note',
          ),
        )
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
