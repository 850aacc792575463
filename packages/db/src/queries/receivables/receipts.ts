import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'

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
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(receipt.booked_at, receipt.receipt_id) <
          (select r.booked_at, r.receipt_id from partner_receipt r where r.receipt_id = ${after})`,
      ),
    )
    .orderBy('receipt.bookedAt', 'desc')
    .orderBy('receipt.receiptId', 'desc')
    .limit(limit)
    .execute()
}

export function findReceipt(db: Db, receiptId: string) {
  return selectReceipts(db).where('receipt.receiptId', '=', receiptId).executeTakeFirst()
}
