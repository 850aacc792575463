import { expressionBuilder, sql } from 'kysely'
import type { Db } from '../client.ts'
import type { Database } from '../schema.ts'

const eb = expressionBuilder<Database, 'wallet'>()

/** What a member earned, ever and in the current business month, and the surveys he finished: for a query over `wallet`. */
export const earningColumns = [
  eb.ref('wallet.earned').as('totalEarnings'),
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

/** Points by one member: available, held, ever earned, earned in the current business month, and surveys finished. */
export function getBalance(db: Db, memberId: string) {
  return db
    .selectFrom('wallet')
    .select(['available as availablePoints', 'held as heldPoints', ...earningColumns])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}
