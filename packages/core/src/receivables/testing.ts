import { randomUUID } from 'node:crypto'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { givenPartner } from '../partners/testing.ts'
import { givenMember } from '../testing.ts'
import { listReceivables } from './receivables.ts'

/** A partner with credits as they were paid: each `[day, usd]`. Returns how to add more of them, and to take one back. */
export async function givenDebt(
  deps: Pick<Deps, 'db'>,
  credits: readonly (readonly [string, number])[] = [],
) {
  const { db } = deps
  const { partnerId, publicKey } = await givenPartner(db)
  const { memberId } = await givenMember(db)
  const credit = (day: string, usd: number) => insertPaid(db, { partnerId, memberId, day, usd })
  const reverse = (creditId: string, day: string) => reversePaid(db, { creditId, day })
  const creditIds: string[] = []
  for (const [day, usd] of credits) creditIds.push(await credit(day, usd))
  return { partnerId, publicKey, memberId, credit, reverse, creditIds }
}

type Paid = { partnerId: string; memberId: string; day: string; usd: number; transactionId?: string }

export async function insertPaid(
  db: Db,
  { partnerId, memberId, day, usd, transactionId = `t-${randomUUID()}` }: Paid,
): Promise<string> {
  const at = new Date(`${day}T09:00:00+03:00`)
  const { creditId } = await db
    .insertInto('partnerCredit')
    .values({
      partnerId,
      memberId,
      transactionId,
      kind: 'offer',
      title: 'Offer',
      points: 1,
      amountUsd: usd,
      state: 'available',
      createdAt: at,
      settledAt: at,
      releaseAt: at,
    })
    .returning('creditId')
    .executeTakeFirstOrThrow()
  await sql`insert into partner_accrual (partner_id, kind, day, origin_month, usd)
    values (${partnerId}, 'accrued', ${day}, date_trunc('month', ${day}::date), ${usd})`.execute(db)
  const eventId = await insertEvent(db, partnerId)
  await db
    .insertInto('partnerTransaction')
    .values({ partnerId, transactionId, kind: 'credit', eventId, memberId, creditId })
    .execute()
  return creditId
}

/** Take back, on a day, a credit that was paid earlier. */
export async function reversePaid(
  db: Db,
  { creditId, day }: { creditId: string; day: string },
): Promise<void> {
  await sql`insert into partner_accrual (partner_id, kind, day, origin_month, usd)
    select partner_id, 'reversed', ${day}, date_trunc('month', business_day(settled_at)), amount_usd
    from partner_credit where credit_id = ${creditId}`.execute(db)
  await sql`update partner_credit set state = 'reversed', settled_at = ${`${day}T09:00:00+03:00`}
    where credit_id = ${creditId}`.execute(db)
}

async function insertEvent(db: Db, partnerId: string): Promise<string> {
  const { eventId } = await db
    .insertInto('partnerEvent')
    .values({ partnerId, method: 'GET', target: Buffer.from('/'), headers: '{}', body: Buffer.from('') })
    .returning('eventId')
    .executeTakeFirstOrThrow()
  return eventId
}

/** The first day of an earlier month, and its name. */
export function monthsAgo(months: number): { month: string; day: string } {
  const now = new Date(Date.now() + 3 * 3600 * 1000)
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString()
  return { month: first.slice(0, 7), day: first.slice(0, 10) }
}

/** A payment of a partner's on the first day of last month, at KES 129 to the dollar. */
export const paying = (partnerId: string, usdCents: number) => ({
  partnerId,
  reference: `SWIFT ${randomUUID().toUpperCase()}`,
  day: monthsAgo(1).day,
  amountCents: usdCents,
  kesCents: usdCents * 129,
  chargeKesCents: 0,
  invoiceIds: [],
})

/** What a partner owes by now. */
export const debtOf = async (deps: Deps, partnerId: string) =>
  (await listReceivables(deps, { partnerId, months: 12 })).partners[0]

/** The lines of an entry of the journal: account, currency, cents. */
export async function linesOf(db: Db, sourceKey: string): Promise<string[]> {
  const { rows } = await sql<{ account: string; currency: string; minor: number }>`
    select l.account, l.currency, l.minor from journal_entry e join journal_line l on l.entry_id = e.entry_id
    where e.source_key = ${sourceKey} order by l.line_no
  `.execute(db)
  return rows.map(({ account, currency, minor }) => `${account} ${currency} ${minor}`)
}
