import type { ReportMapping } from '@chuma/contract/receivables/reports'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

/** Serialise imports and decisions about a partner's reports. */
export async function lockReports(trx: Trx, partnerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report:${partnerId}`}, 0))`.execute(trx)
}

export const mappingAccount = (partnerId: string) => `partner:${partnerId}`

/** How a partner's reports are read: the last version that staff saved. */
export async function findReportMapping(db: Db, partnerId: string) {
  return db
    .selectFrom('statementMapping')
    .select(['version', 'savedAt', 'savedBy', sql<ReportMapping>`mapping`.as('mapping')])
    .where('account', '=', mappingAccount(partnerId))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type NewReport = {
  partnerId: string
  mappingVersion: number
  firstDay: string | null
  lastDay: string | null
}

export async function insertReport(
  trx: Trx,
  { partnerId, ...report }: NewReport & { reportId: string; rowCount: number; importedBy: string },
): Promise<void> {
  await trx
    .insertInto('partnerReport')
    .values({ ...report, partnerId, account: mappingAccount(partnerId) })
    .execute()
}

/** Our side of a transaction. */
export type OurCredit = {
  transactionId: string
  memberId: string
  creditId: string
  state: 'review' | 'pending' | 'available' | 'reversed' | 'cancelled'
  usd: number
}

/** Find what a partner's transactions became. Two reads, because a transaction and its credit may be on different servers. */
export async function findCreditsOf(
  db: Db,
  partnerId: string,
  transactionIds: readonly string[],
): Promise<OurCredit[]> {
  const found = await db
    .selectFrom('partnerTransaction')
    .select('creditId')
    .where('partnerId', '=', partnerId)
    .where(sql<boolean>`transaction_id = any(${transactionIds}::text[])`)
    .where('kind', '=', 'credit')
    .execute()
  const creditIds = found.flatMap(({ creditId }) => creditId ?? [])
  if (creditIds.length === 0) return []
  return db
    .selectFrom('partnerCredit')
    .select(['transactionId', 'memberId', 'creditId', 'state', 'amountUsd as usd'])
    .where(sql<boolean>`credit_id = any(${creditIds}::uuid[])`)
    .execute()
}

/** Find the members whose clicks have these references. */
export function findMembersOf(db: Db, references: readonly string[]) {
  return db
    .selectFrom('clickReference')
    .select(['reference', 'memberId'])
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .execute()
}

type Place = { at: Date; creditId: string }

/** List a partner's credits that were paid, of a period of business days, oldest first. */
export async function listPaidCredits(
  db: Db,
  {
    partnerId,
    firstDay,
    lastDay,
    after,
    limit,
  }: {
    partnerId: string
    firstDay: string
    lastDay: string
    after: Place | undefined
    limit: number
  },
): Promise<(OurCredit & { at: Date })[]> {
  return db
    .selectFrom('partnerCredit')
    .select(['transactionId', 'memberId', 'creditId', 'state', 'amountUsd as usd', 'createdAt as at'])
    .where('partnerId', '=', partnerId)
    .where('state', '=', 'available')
    .where('createdAt', '>=', sql<Date>`business_day_start(${firstDay}::date)`)
    .where('createdAt', '<', sql<Date>`business_day_start(${lastDay}::date + 1)`)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, credit_id) > (${after?.at}::timestamptz, ${after?.creditId}::uuid)`,
      ),
    )
    .orderBy('createdAt')
    .orderBy('creditId')
    .limit(limit)
    .execute()
}

/** Of these transactions, those that a report of the partner has had. */
export async function listReported(
  db: Db,
  partnerId: string,
  transactionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('partnerReportRow')
    .select('transactionId')
    .where('partnerId', '=', partnerId)
    .where(sql<boolean>`transaction_id = any(${transactionIds}::text[])`)
    .where('line', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ transactionId }) => transactionId ?? []))
}
