import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'
import { pageOf } from '../list-page.ts'

type NewReceipt = Omit<Insertable<Database['partnerReceipt']>, 'receiptId' | 'bookedAt'>

/** Undefined: its reference was booked before. */
export async function insertReceipt(trx: Trx, receipt: NewReceipt): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('partnerReceipt')
    .values(receipt)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('receiptId')
    .executeTakeFirst()
  return inserted?.receiptId
}

export function findReceiptByReference(db: Db, reference: string) {
  return db
    .selectFrom('partnerReceipt')
    .select('receiptId')
    .where('reference', '=', reference)
    .executeTakeFirst()
}

const lockedColumns = [
  'receiptId',
  'partnerId',
  'reference',
  'day',
  'amountCents',
  'kesCents',
  'state',
] as const
const moneyColumns = ['chargeKesCents', 'fxDifferenceKesCents'] as const
export type LockedReceipt = Pick<
  Selectable<Database['partnerReceipt']>,
  (typeof lockedColumns)[number] | (typeof moneyColumns)[number]
>

export function lockReceipt(trx: Trx, receiptId: string): Promise<LockedReceipt | undefined> {
  return trx
    .selectFrom('partnerReceipt')
    .select([...lockedColumns, ...moneyColumns])
    .where('receiptId', '=', receiptId)
    .forUpdate()
    .executeTakeFirst()
}

export function findReceiptPartner(db: Db, receiptId: string) {
  return db
    .selectFrom('partnerReceipt')
    .select('partnerId')
    .where('receiptId', '=', receiptId)
    .executeTakeFirst()
}

export type ReceiptState = LockedReceipt['state']

/** Only `moveReceipt` calls this. False when the receipt is not in `from`: nothing has changed then. */
export async function updateReceiptState(
  trx: Trx,
  receiptId: string,
  { from, to, reason }: { from: ReceiptState; to: ReceiptState; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('partnerReceipt')
    .set({ state: movedTo(to), reason })
    .where('receiptId', '=', receiptId)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** List what of a partner's receipts pays no invoice yet, oldest first. The caller has locked the account. */
export async function listUnallocated(trx: Trx, partnerId: string) {
  const { rows } = await sql<{ receiptId: string; leftCents: number }>`
    select receipt_id, left_cents from (
      select r.receipt_id, r.day, r.booked_at, r.amount_cents - coalesce((
        select sum(l.amount_cents) from partner_allocation l where l.receipt_id = r.receipt_id), 0)::bigint as left_cents
      from partner_receipt r where r.partner_id = ${partnerId} and r.state = 'booked'
    ) receipt where left_cents > 0 order by day, booked_at
  `.execute(trx)
  return rows
}

type InvoicePart = { receiptId: string; invoiceId: string; amountCents: number }

export async function insertAllocations(trx: Trx, allocations: readonly InvoicePart[]): Promise<void> {
  if (allocations.length === 0) return
  await trx
    .insertInto('partnerAllocation')
    .values([...allocations])
    .execute()
}

/** The invoices that a receipt has paid a part of. */
export async function listInvoicesOf(trx: Trx, receiptId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('partnerAllocation')
    .select('invoiceId')
    .where('receiptId', '=', receiptId)
    .orderBy('invoiceId')
    .execute()
  return rows.map(({ invoiceId }) => invoiceId)
}

function selectReceipts(db: Db) {
  return db.selectFrom('partnerReceipt as receipt').select([
    'receipt.receiptId as id',
    'receipt.partnerId',
    'receipt.reference',
    sql<string>`receipt.day`.as('day'),
    'receipt.amountCents',
    'receipt.kesCents',
    'receipt.chargeKesCents',
    'receipt.rate',
    'receipt.fxDifferenceKesCents',
    'receipt.state',
    'receipt.bookedAt',
    'receipt.bookedBy',
    'receipt.approvedBy',
    'receipt.reason',
    sql<number>`(select coalesce(sum(l.amount_cents), 0)::bigint from partner_allocation l
      where l.receipt_id = receipt.receipt_id)`.as('allocatedCents'),
    sql<string[]>`(select coalesce(array_agg(i.number order by i.number), '{}') from partner_allocation l
      join partner_invoice i on i.invoice_id = l.invoice_id where l.receipt_id = receipt.receipt_id)`.as(
      'invoices',
    ),
  ])
}

type ReceiptPage = { partnerId: string; after?: string | undefined; limit: number }

/** List a partner's receipts, newest first. */
export function listReceipts(db: Db, { partnerId, after, limit }: ReceiptPage) {
  return selectReceipts(db)
    .where('receipt.partnerId', '=', partnerId)
    .$call(pageOf({ table: 'partnerReceipt', as: 'receipt', by: ['bookedAt', 'receiptId'], after, limit }))
    .execute()
}

export function findReceipt(db: Db, receiptId: string) {
  return selectReceipts(db).where('receipt.receiptId', '=', receiptId).executeTakeFirst()
}

export type LockedAccount = { partnerId: string; paymentDays: number; openUsd: number; warnedAt: Date | null }

/** Serialise what changes what a partner owes, until the transaction ends. Undefined: there is no such partner. */
export async function lockAccount(trx: Trx, partnerId: string): Promise<LockedAccount | undefined> {
  await trx
    .insertInto('partnerAccount')
    .columns(['partnerId'])
    .expression(trx.selectFrom('partner').select('partnerId').where('partnerId', '=', partnerId))
    .onConflict((account) => account.column('partnerId').doNothing())
    .execute()
  return trx
    .selectFrom('partnerAccount')
    .select(['partnerId', 'paymentDays', 'openUsd', 'warnedAt'])
    .where('partnerId', '=', partnerId)
    .forUpdate()
    .executeTakeFirst()
}

/** Read what a partner owes now, with credits on hold. The caller has locked the account: no other credit is under way. */
export async function findExposure(trx: Trx, partnerId: string): Promise<number> {
  const { rows } = await sql<{ usd: number }>`
    select (select open_usd from partner_account where partner_id = ${partnerId})
      + coalesce((select sum(case kind when 'reversed' then -usd else usd end) from partner_accrual
        where partner_id = ${partnerId}), 0) as usd
  `.execute(trx)
  return rows[0]?.usd ?? 0
}

/** List the partners whose credits took steps that are not added up. */
export async function listUnaddedPartners(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('partnerAccrual').select('partnerId').distinct().execute()
  return rows.map(({ partnerId }) => partnerId)
}

/** Add a partner's new steps to the sums of their days. The caller has locked the account. */
export async function addUpAccruals(trx: Trx, partnerId: string): Promise<void> {
  await sql`
    with taken as (
      delete from partner_accrual where partner_id = ${partnerId} returning kind, day, origin_month, usd
    ), days as (
      insert into partner_account_day as known (partner_id, day, origin_month, accrued_usd, reversed_usd)
      select ${partnerId}::uuid, day, origin_month, coalesce(sum(usd) filter (where kind = 'accrued'), 0),
        coalesce(sum(usd) filter (where kind = 'reversed'), 0)
      from taken where kind <> 'held' group by day, origin_month
      on conflict (partner_id, day, origin_month) do update set
        accrued_usd = known.accrued_usd + excluded.accrued_usd, reversed_usd = known.reversed_usd + excluded.reversed_usd
    )
    update partner_account set open_usd = open_usd
      + coalesce((select sum(case kind when 'reversed' then -usd else usd end) from taken), 0)
    where partner_id = ${partnerId}
  `.execute(trx)
}

/** Add to what a partner owes, below zero for what was received or given up. */
export async function addToOpen(trx: Trx, partnerId: string, cents: number): Promise<void> {
  await sql`
    update partner_account set open_usd = open_usd + ${cents}::numeric / 100 where partner_id = ${partnerId}
  `.execute(trx)
}

export async function setPaymentDays(trx: Trx, partnerId: string, paymentDays: number): Promise<void> {
  await trx.updateTable('partnerAccount').set({ paymentDays }).where('partnerId', '=', partnerId).execute()
}

export async function setWarned(trx: Trx, partnerId: string, isWarned: boolean): Promise<void> {
  await trx
    .updateTable('partnerAccount')
    .set({ warnedAt: isWarned ? sql<Date>`now()` : null })
    .where('partnerId', '=', partnerId)
    .execute()
}
