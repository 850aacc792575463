import { expressionBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'

const eb = expressionBuilder<Database, 'wallet'>()

/** A member's earnings, in total and in the current business month, and finished surveys: for a query over `wallet`. */
export const earningColumns = [
  eb.ref('wallet.totalEarnings').as('totalEarnings'),
  eb
    .selectFrom('earningDay')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('points'), sql<number>`0`).as('points'))
    .whereRef('earningDay.memberId', '=', 'wallet.memberId')
    .where('day', '>=', sql<string>`date_trunc('month', business_day(now()))::date`)
    .$asScalar()
    .$notNull()
    .as('thisMonthEarnings'),
  eb
    .selectFrom('surveyAttempt')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .whereRef('surveyAttempt.memberId', '=', 'wallet.memberId')
    .where('status', '=', 'completed')
    .$asScalar()
    .$notNull()
    .as('surveysCompleted'),
] as const

/** Read a member's points: available, held, earned in total, earned in the current business month; and finished surveys. */
export function getBalance(db: Db, memberId: string) {
  return db
    .selectFrom('wallet')
    .select(['available as availablePoints', 'held as heldPoints', ...earningColumns])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** `User.rating` of the contract: for a query over `wallet`. */
export const rating = sql<number>`(
  select greatest(1, round(5 - 5 * reversed / greatest(completed, reversed, 1), 1)) from
    (select count(*)::numeric as reversed from posting p
      where p.member_id = wallet.member_id and p.kind = 'reversal') as reversals,
    (select count(*)::numeric as completed from survey_attempt a
      where a.member_id = wallet.member_id and a.status = 'completed') as completions
)`

export function getUserStats(db: Db, memberId: string) {
  const [totalEarnings, thisMonthEarnings] = earningColumns
  return db
    .selectFrom('wallet')
    .select([totalEarnings, thisMonthEarnings, rating.as('rating')])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}
