import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'
import { pageOf } from '../list-page.ts'

export type InvoiceLine = {
  month: string
  originMonth: string
  accruedCents: number
  reversedCents: number
}

/** List what accrued and was reversed up to a month and is on no valid invoice, oldest first. */
export async function listUninvoiced(trx: Trx, partnerId: string, month: string): Promise<InvoiceLine[]> {
  const { rows } = await sql<InvoiceLine>`
    select month, origin_month, sum(accrued)::bigint as accrued_cents, sum(reversed)::bigint as reversed_cents
    from (
      select month, origin_month, accrued_cents as accrued, reversed_cents as reversed from partner_account_day
      where partner_id = ${partnerId} and month <= ${month}::date
      union all
      select l.month, l.origin_month, -l.accrued_cents, -l.reversed_cents
      from partner_invoice i join partner_invoice_line l on l.invoice_id = i.invoice_id
      where i.partner_id = ${partnerId} and i.kind = 'invoice' and i.state <> 'voided'
    ) moved
    group by month, origin_month having sum(accrued) <> 0 or sum(reversed) <> 0
    order by month, origin_month
  `.execute(trx)
  return rows
}

/** The next number of a series. Others wait until this transaction ends, and get this number if it fails. */
export async function takeNumber(trx: Trx, series: string): Promise<number> {
  const { lastNo } = await trx
    .insertInto('documentSeries')
    .values({ series, lastNo: 1 })
    .onConflict((taken) =>
      taken
        .column('series')
        .doUpdateSet(({ eb, ref }) => ({ lastNo: eb(ref('documentSeries.lastNo'), '+', 1) })),
    )
    .returning('lastNo')
    .executeTakeFirstOrThrow()
  return lastNo
}

/** Whether a month has a valid invoice. */
export async function hasInvoice(trx: Trx, partnerId: string, month: string): Promise<boolean> {
  const found = await trx
    .selectFrom('partnerInvoice')
    .select('invoiceId')
    .where('partnerId', '=', partnerId)
    .where('month', '=', month)
    .where('kind', '=', 'invoice')
    .where('state', '<>', 'voided')
    .executeTakeFirst()
  return found !== undefined
}

type NewInvoice = {
  number: string
  kind: 'invoice' | 'credit-note'
  partnerId: string
  month: string
  totalCents: number
  dueDay: string
  issuedBy: string
  voidsId?: string
  reason?: string
  /** Of a demo's past; otherwise now. */
  issuedAt?: Date
}

/** Issue a document. */
export async function insertInvoice(
  trx: Trx,
  {
    number,
    kind,
    partnerId,
    month,
    totalCents,
    dueDay,
    issuedBy,
    voidsId,
    reason = '',
    issuedAt,
  }: NewInvoice,
  lines: readonly InvoiceLine[],
): Promise<string> {
  const { rows } = await sql<{ invoiceId: string }>`
    insert into partner_invoice (number, kind, partner_id, partner_name, month, total_cents, due_day, state, issued_by, voids_id, reason, issued_at)
    select ${number}, ${kind}, partner_id, name, ${month}::date, ${totalCents}, ${dueDay}::date, 'issued', ${issuedBy},
      ${voidsId ?? null}::uuid, ${reason}, coalesce(${issuedAt ?? null}::timestamptz, clock_timestamp())
    from partner where partner_id = ${partnerId} returning invoice_id
  `.execute(trx)
  const invoiceId = rows[0]?.invoiceId
  if (!invoiceId) throw new Error(`partner ${partnerId} vanished`)
  const numbered = lines.map((line, index) => ({ ...line, invoiceId, lineNo: index + 1 }))
  await trx.insertInto('partnerInvoiceLine').values(numbered).execute()
  return invoiceId
}

const lockedColumns = [
  'invoiceId',
  'number',
  'kind',
  'partnerId',
  'month',
  'totalCents',
  'dueDay',
  'state',
  'writtenOffCents',
] as const
export type LockedInvoice = Pick<Selectable<Database['partnerInvoice']>, (typeof lockedColumns)[number]>

export function lockInvoice(trx: Trx, invoiceId: string): Promise<LockedInvoice | undefined> {
  return trx
    .selectFrom('partnerInvoice')
    .select(lockedColumns)
    .where('invoiceId', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst()
}

/** Of whom a document is: the account is locked before its documents. */
export function findInvoicePartner(db: Db, invoiceId: string) {
  return db
    .selectFrom('partnerInvoice')
    .select('partnerId')
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirst()
}

export type InvoiceState = LockedInvoice['state']
type InvoiceMove = { from: InvoiceState; to: InvoiceState; reason: string; writtenOffCents: number }

/** Only `moveInvoice` calls this. False when the invoice is not in `from`: nothing has changed then. */
export async function updateInvoiceState(
  trx: Trx,
  invoiceId: string,
  { from, to, reason, writtenOffCents }: InvoiceMove,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('partnerInvoice')
    .set({ state: movedTo(to), reason, writtenOffCents })
    .where('invoiceId', '=', invoiceId)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type OpenInvoice = LockedInvoice & { openCents: number }

/** List a partner's invoices that receipts do not cover, the first due first. The caller has locked the account. */
export async function listOpenInvoices(trx: Trx, partnerId: string): Promise<OpenInvoice[]> {
  const { rows } = await sql<OpenInvoice>`
    select i.invoice_id, i.number, i.kind, i.partner_id, i.month, i.total_cents, i.due_day, i.state, i.written_off_cents,
      i.total_cents - coalesce((select sum(l.amount_cents) from partner_allocation l
        join partner_receipt r on r.receipt_id = l.receipt_id and r.state = 'booked'
        where l.invoice_id = i.invoice_id), 0)::bigint as open_cents
    from partner_invoice i where i.partner_id = ${partnerId} and i.kind = 'invoice' and i.state = 'issued'
    order by i.due_day, i.number
  `.execute(trx)
  return rows
}

/** What receipts have paid of an invoice. */
export async function sumAllocated(db: Db, invoiceId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(l.amount_cents), 0)::bigint as cents from partner_allocation l
    join partner_receipt r on r.receipt_id = l.receipt_id and r.state = 'booked' where l.invoice_id = ${invoiceId}
  `.execute(db)
  return rows[0]?.cents ?? 0
}

function selectInvoices(db: Db) {
  return db.selectFrom('partnerInvoice as invoice').select([
    'invoice.invoiceId as id',
    'invoice.number',
    'invoice.kind',
    'invoice.partnerId',
    'invoice.partnerName',
    sql<string>`to_char(invoice.month, 'YYYY-MM')`.as('month'),
    'invoice.totalCents',
    'invoice.writtenOffCents',
    sql<string>`invoice.due_day`.as('dueDay'),
    'invoice.state',
    'invoice.issuedAt',
    'invoice.issuedBy',
    'invoice.voidsId',
    'invoice.reason',
    sql<number>`(select coalesce(sum(l.amount_cents), 0)::bigint from partner_allocation l
        join partner_receipt r on r.receipt_id = l.receipt_id and r.state = 'booked'
        where l.invoice_id = invoice.invoice_id)`.as('receivedCents'),
  ])
}

type InvoicePage = { partnerId?: string | undefined; after?: string | undefined; limit: number }

/** List documents, newest first. */
export function listInvoices(db: Db, { partnerId, after, limit }: InvoicePage) {
  return selectInvoices(db)
    .$if(partnerId !== undefined, (query) => query.where('invoice.partnerId', '=', partnerId ?? ''))
    .$call(pageOf({ table: 'partnerInvoice', as: 'invoice', by: ['issuedAt', 'invoiceId'], after, limit }))
    .execute()
}

export async function findInvoice(db: Db, invoiceId: string) {
  const found = await selectInvoices(db).where('invoice.invoiceId', '=', invoiceId).executeTakeFirst()
  if (!found) return undefined
  const lines = await db
    .selectFrom('partnerInvoiceLine')
    .select([
      'lineNo',
      sql<string>`to_char(month, 'YYYY-MM')`.as('month'),
      sql<string>`to_char(origin_month, 'YYYY-MM')`.as('originMonth'),
      'accruedCents',
      'reversedCents',
    ])
    .where('invoiceId', '=', invoiceId)
    .orderBy('lineNo')
    .execute()
  return { ...found, lines }
}
