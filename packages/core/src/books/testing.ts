import { TAX_EARNINGS, type TaxEarnings, type TaxResidence } from '@chuma/contract/books/tax'
import type { Db } from '@chuma/db/client'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../deps.ts'
import {
  approve,
  ask,
  createPayoutDeps,
  finance,
  givenSent,
  newReceipt,
  paidResult,
  pay,
} from '../payouts/testing.ts'
import { givenMember } from '../testing.ts'
import { reconcileDay } from './reconciliation.ts'

const TABLES = [
  'posting',
  'withdrawal',
  'withholding',
  'withholding_reversal',
  'tax_part',
  'payout_attempt',
  'audit_entry',
  'reconciliation_difference',
]

/** Tamper with the database as a superuser, with the protecting triggers and permissions off. */
export async function tamper(db: Db, ...changes: RawBuilder<unknown>[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Before the grant: a vacuum that holds the table waits for the row that a grant changes.
    for (const table of TABLES) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await sql`grant update, delete on posting, withholding, audit_entry to current_user`.execute(trx)
    for (const change of changes) await change.execute(trx)
    for (const table of TABLES) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
    await sql`revoke update, delete on posting, withholding, audit_entry from current_user`.execute(trx)
  })
}

type Class = { earnings?: readonly TaxEarnings[]; residence?: TaxResidence; daysAgo?: number }

/** Let a rate have begun some days ago: the database refuses classes that begin before tomorrow. */
export async function givenTaxRate(db: Db, percent: number, given: Class = {}): Promise<void> {
  const { earnings = TAX_EARNINGS, residence, daysAgo = 0 } = given
  const residences = residence ? [residence] : ['resident', 'non-resident']
  await db.transaction().execute(async (trx) => {
    await sql`alter table tax_class disable trigger user`.execute(trx)
    await sql`
      insert into tax_class (earnings, residence, payee, percent, valid_from, reason, decided_by)
      select e, r, 'member', ${percent}, business_day(now()) - ${daysAgo}::int, 'Test', 'system'
      from unnest(${[...earnings]}::text[]) e, unnest(${residences}::text[]) r
    `.execute(trx)
    await sql`alter table tax_class enable trigger user`.execute(trx)
  })
}

const noon = (day: string) => sql`${new Date(`${day}T12:00:00+03:00`)}::timestamptz`

/** Move everything about a withdrawal to that day. */
export async function moveTo(db: Db, withdrawalId: string, day: string): Promise<void> {
  await tamper(
    db,
    sql`update withdrawal set requested_at = ${noon(day)} - interval '1 hour',
      paid_at = case when status = 'paid' then ${noon(day)} end where withdrawal_id = ${withdrawalId}`,
    sql`update posting set created_at = ${noon(day)} where subject_id = ${withdrawalId} and kind = 'payout'`,
    sql`update withholding set day = ${day}::date where withdrawal_id = ${withdrawalId}`,
    sql`update payout_attempt set created_at = ${noon(day)} - interval '10 minutes',
      settled_at = case when settled_at is not null then ${noon(day)} end where withdrawal_id = ${withdrawalId}`,
    sql`update audit_entry set at = ${noon(day)} where subject = ${`withdrawal:${withdrawalId}`}`,
  )
}

/** KES 2,000, sent by the provider and paid on that day. */
export async function givenPaidOn(db: Db, day: string, receipt = newReceipt()) {
  const sent = await givenSent(db)
  await sent.say(paidResult(sent.payment, receipt))
  await moveTo(db, sent.id, day)
  return { ...sent, receipt, memberId: sent.ref.memberId }
}

/** KES 2,000 less KES 100 of tax, paid by hand on that day. Other withdrawals of the test are not taxed. */
export async function givenTaxedOn(db: Db, day: string) {
  const deps = createPayoutDeps(db, null)
  await givenTaxRate(db, 5)
  const member = await givenMember(db, { points: 10 })
  const { id } = await ask(deps, member, { points: 2 })
  await approve(deps, { id })
  await pay(deps, { id }, '')
  await givenTaxRate(db, 0)
  await moveTo(db, id, day)
  return { id, member, memberId: member.memberId, deps }
}

/** The differences of that day: kind, expected and found. */
export async function findOn(deps: Deps, day: string) {
  await reconcileDay(deps, finance, { day })
  const rows = await deps.db
    .selectFrom('reconciliationDifference')
    .select(['kind', 'expected', 'found'])
    .where('day', '=', day)
    .where('resolvedAt', 'is', null)
    .orderBy('kind')
    .orderBy('subjectKey')
    .execute()
  return rows.map(({ kind, expected, found }) => [kind, expected, found])
}

let days = 0
/** A past day that no other test uses. */
export function newDay(): string {
  days += 3
  return new Date(Date.UTC(2025, 0, days)).toISOString().slice(0, 10)
}
