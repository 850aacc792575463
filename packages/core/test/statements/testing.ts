import { readFileSync } from 'node:fs'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import { givenMember } from '../../src/testing.ts'

export const fixture = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** KES 1,000 for premium, paid with this receipt. */
export async function givenPremiumPaid(db: Db, receipt: string) {
  const { memberId } = await givenMember(db, { points: 0 })
  const { paymentId } = await db
    .insertInto('premiumPayment')
    .values({
      memberId,
      state: 'paid',
      provider: 'scripted',
      mpesaNumber: '254712345551',
      months: 1,
      amountKes: 1000,
      accountReference: 'PREM-1',
      receipt,
      settledAt: new Date('2025-01-06T08:00:00Z'),
      createdAt: new Date('2025-01-06T08:00:00Z'),
    })
    .returning('paymentId')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('premiumReference')
    .values({ kind: 'receipt', value: receipt, memberId, paymentId })
    .execute()
  return paymentId
}

/** What became of every row with a receipt like this: purpose, cents, what it was booked as, why it waits. */
export async function listOutcomes(db: Db, receipts: string) {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', right(r.receipt, 1), r.purpose, r.amount_cents,
      '→', coalesce(e.kind, 'desk ' || d.reason), case when coalesce(e.withdrawal_id, d.withdrawal_id) is not null then 'withdrawal' end,
      case when coalesce(e.payment_id, d.payment_id) is not null then 'payment' end) as text
    from statement_row r left join statement_entry e on e.row_id = r.row_id left join statement_desk d on d.row_id = r.row_id
    where r.receipt like ${receipts} order by r.receipt, r.purpose
  `.execute(db)
  return rows.map(({ text }) => text)
}

/** Count the rows of an account that are booked once and wait, and add up both and the rows. */
export async function addUp(db: Db, receipts: string) {
  const { rows } = await sql<{
    rows: number
    booked: number
    waiting: number
    moved: number
    entered: number
    left: number
  }>`
    select count(*)::int as rows, count(e.row_id)::int as booked, count(d.row_id)::int as waiting,
      coalesce(sum(r.amount_cents) filter (where r.purpose not in ('failed', 'pending')), 0)::bigint as moved,
      coalesce(sum(e.amount_cents), 0)::bigint as entered,
      coalesce(sum(r.amount_cents) filter (where d.row_id is not null and r.purpose <> 'pending'), 0)::bigint as left
    from statement_row r left join statement_entry e on e.row_id = r.row_id left join statement_desk d on d.row_id = r.row_id
    where r.receipt like ${receipts}
  `.execute(db)
  return rows[0]
}
