import type { RowPurpose } from '@chuma/contract/books/statements'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { isWorkingDay } from '../business-day.ts'

/** A business day, from its first moment to the first of the next day. */
export type Bounds = { day: string; begin: Date; end: Date; hasStatement: boolean; isBankDue: boolean }

/**
 * How many working days after the day of a bank payment its row of a statement may take. Statements are imported every week, so that it
 * is no shorter.
 */
const BANK_ROW_DAYS = 5

/** Whether, on a day, the rows of bank payments of another day should have been imported. Both are SQL dates. */
export const isBankDue = (paidOn: RawBuilder<unknown>, today: RawBuilder<unknown>) => sql<boolean>`(
  select count(*) >= ${BANK_ROW_DAYS}::int from generate_series(${paidOn} + 1, ${today} - 1, interval '1 day') d
  where ${isWorkingDay(sql`d`)}
)`

/** A separate query, so that the planner knows how small a part of the tables a day is. */
export async function getBounds(trx: Trx, day: string): Promise<Bounds> {
  const { rows } = await sql<Omit<Bounds, 'day'>>`
    select business_day_start(${day}::date) as begin, business_day_start(${day}::date + 1) as end, exists (
      select from provider_statement where account = 'mpesa' and ${day}::date between first_day and last_day
    ) as has_statement, ${isBankDue(sql`${day}::date`, sql`business_day(now())`)} as is_bank_due
  `.execute(trx)
  const [bounds] = rows
  if (!bounds) throw new Error('a select without a from gives one row')
  return { day, ...bounds }
}

const isPayoutLine = sql`l.account = 'mpesa' and l.purpose = 'payout'`
/** We pay whole shillings: with cents it is no payment of ours, and must not look like one. */
const lineKes = sql`ceil(-l.amount_cents / 100.0)::bigint`

/**
 * The books of one business day, as the first part of a statement: `paid` and its postings, what the provider should know
 * (`expected`), and what it says (`known`, `stray`). A withdrawal's posting and receipt count for the day on which it was
 * paid: at midnight one may be written a moment before the other.
 *
 * Each part reads one table, or co-located tables, and earlier parts: Citus refuses anything else. Citus reads them one after
 * the other, so tax, which is a separate part, is read before the payments it is compared with.
 */
export const booksOf = ({ day, begin, end, hasStatement }: Bounds, noReference: string) => sql`
  bounds as materialized (
    select ${day}::date as day, ${hasStatement}::boolean as has_statement
  ), withheld as materialized (
    select member_id, withdrawal_id, tax_kes from withholding where day = ${day}::date
  ), paid as materialized (
    select member_id, withdrawal_id, method, mpesa_number, receipt, points, amount_kes, tax_percent, tax_kes, payout_kes,
      paid_at, payout_state, case when upper(receipt) <> upper(${noReference}) then upper(receipt) end as code
    from withdrawal where paid_at >= ${begin} and paid_at < ${end}
  ), booked as materialized (
    select h.withdrawal_id, h.day, h.base_kes, h.percent, h.tax_kes
    from paid w join withholding h on h.member_id = w.member_id and h.withdrawal_id = w.withdrawal_id
  ), sent as materialized (
    select a.withdrawal_id, a.attempt_no, a.receipt, a.amount_kes
    from paid w join payout_attempt a on a.member_id = w.member_id and a.withdrawal_id = w.withdrawal_id
    where a.state = 'paid'
  ), moved as materialized (
    select w.withdrawal_id, -p.held_delta - p.available_delta as points
    from paid w
    join posting p on p.member_id = w.member_id and p.kind in ('payout', 'payout-late')
      and p.source_key = p.kind || ':' || w.withdrawal_id
  ), moved_for_nothing as materialized (
    select p.member_id, p.seq, -p.held_delta - p.available_delta as points, w.withdrawal_id
    from posting p
    left join withdrawal w on w.member_id = p.member_id and p.source_key = p.kind || ':' || w.withdrawal_id
    where p.kind in ('payout', 'payout-late') and p.created_at >= ${begin} and p.created_at < ${end}
      and w.paid_at is null
  ), known as materialized (
    select w.withdrawal_id, l.receipt, ${lineKes} as amount_kes, l.number_end
    from paid w join statement_row l on l.receipt = w.code and ${isPayoutLine}
  ), said as materialized (
    select l.receipt, ${lineKes} as amount_kes, l.number_end
    from statement_row l where ${isPayoutLine} and l.at >= ${begin} and l.at < ${end}
  ), settled as materialized (
    select distinct upper(receipt) as receipt
    from withdrawal where receipt is not null and upper(receipt) = any (array(select receipt from said))
  ), settled_twice as materialized (
    select receipt from payout_correction where kind = 'duplicate' and receipt = any (array(select receipt from said))
  ), stray as materialized (
    select receipt, amount_kes, number_end
    from said where not exists (select from settled where settled.receipt = said.receipt)
      and not exists (select from settled_twice where settled_twice.receipt = said.receipt)
  ), expected as materialized (
    select w.* from paid w where w.method = 'mpesa' and (
        w.code ~ '^[A-Z0-9]{10}$' or exists (select from sent where sent.withdrawal_id = w.withdrawal_id)
      ) or exists (select from known where known.withdrawal_id = w.withdrawal_id)
  )`

/** What else is compared: bank rows of payments, receipts of another withdrawal, and attempts that contradict their withdrawal or have none. */
export const besidesBooks = ({ begin, end }: Bounds) => sql`
  row_claimed as materialized (
    select w.withdrawal_id, c.row_id
    from paid w join statement_claim c on c.subject = 'payout:' || w.withdrawal_id
  ), banked as materialized (
    select c.withdrawal_id, -r.amount_cents as cents
    from row_claimed c join statement_row r on r.row_id = c.row_id and r.account like 'bank:%'
  ), attempted as materialized (
    select upper(a.receipt) as receipt, w.withdrawal_id, w.status, w.payout_kes
    from payout_attempt a
    join withdrawal w on w.member_id = a.member_id and w.withdrawal_id = a.withdrawal_id
    where upper(a.receipt) = any (array(select receipt from stray))
  ), astray as materialized (
    select distinct on (l.receipt) l.receipt, l.amount_kes, a.withdrawal_id, a.status, a.payout_kes
    from stray l join attempted a on a.receipt = l.receipt order by l.receipt, a.withdrawal_id
  ), sharing as materialized (
    select withdrawal_id, paid_at, upper(receipt) as code
    from withdrawal where receipt is not null and upper(receipt) = any (array(select code from paid))
  ), shared as materialized (
    select distinct on (w.withdrawal_id) w.withdrawal_id, w.receipt, w.payout_kes, o.withdrawal_id as other_id
    from paid w join sharing o on o.code = w.code and (o.paid_at, o.withdrawal_id) < (w.paid_at, w.withdrawal_id)
    order by w.withdrawal_id, o.paid_at, o.withdrawal_id
  ), sent_in_vain as materialized (
    select a.withdrawal_id, a.attempt_no, a.receipt, a.amount_kes, w.status
    from payout_attempt a
    join withdrawal w on w.member_id = a.member_id and w.withdrawal_id = a.withdrawal_id
    where a.state = 'paid' and a.settled_at >= ${begin} and a.settled_at < ${end} and w.paid_at is null
  ), claimed as materialized (
    select receipt, withdrawal_id
    from payout_receipt where claimed_by = 'provider' and receipt = any (array(select code from paid))
  ), in_doubt as materialized (
    select withdrawal_id, attempt_no, receipt, amount_kes, created_at
    from payout_attempt
    where state in ('unknown', 'needs_review') and created_at < least(${end}, statement_timestamp()) - interval '1 day'
  )`

type FoundPayout = {
  withdrawalId: string
  receipt: string
  payoutKes: number
  isPaid: boolean
  method: string
  numberEnd: string | null
  day: string | null
}

const payoutColumns = sql`w.withdrawal_id, w.payout_kes, w.status = 'paid' or w.payout_state is not distinct from 'returned' as is_paid,
  w.method,
  substring(w.mpesa_number from '[0-9]{3}$') as number_end, business_day(w.paid_at) as day`

/** Find paid withdrawals by receipt, and those for which an attempt or a person has claimed it. */
export async function findPayouts(db: Db, receipts: readonly string[]): Promise<FoundPayout[]> {
  const { rows } = await sql<FoundPayout>`
    select upper(w.receipt) as receipt, ${payoutColumns} from withdrawal w
    where w.status = 'paid' and upper(w.receipt) = any(${receipts}::text[])
  `.execute(db)
  const { rows: claimed } = await sql<FoundPayout>`
    with r as (
      select receipt, member_id, withdrawal_id from payout_receipt where receipt = any(${receipts}::text[])
    )
    select r.receipt, ${payoutColumns} from r
    join withdrawal w on w.member_id = r.member_id and w.withdrawal_id = r.withdrawal_id
    where w.status <> 'paid'
  `.execute(db)
  return [...rows, ...claimed]
}

type Around = { amountsKes: readonly number[]; firstDay: string; lastDay: string }

/** Find M-Pesa withdrawals of these amounts that were paid without a receipt. */
export async function findPaidWithoutReceipt(db: Db, { amountsKes, firstDay, lastDay }: Around) {
  const { rows } = await sql<FoundPayout>`
    select '' as receipt, ${payoutColumns} from withdrawal w
    where w.status = 'paid' and w.method = 'mpesa' and w.payout_kes = any(${amountsKes}::bigint[])
      and w.paid_at >= business_day_start(${firstDay}::date) and w.paid_at < business_day_start(${lastDay}::date + 1)
      and upper(w.receipt) !~ '^[A-Z0-9]{10}$'
  `.execute(db)
  return rows
}

type FoundPayment = { paymentId: string; receipt: string; amountKes: number; isPaid: boolean }

/** Find premium payments by the provider's receipt. */
export async function findPayments(db: Db, receipts: readonly string[]): Promise<FoundPayment[]> {
  const { rows } = await sql<FoundPayment>`
    with r as (
      select value, member_id, payment_id from premium_reference
      where kind = 'receipt' and value = any(${receipts}::text[])
    )
    select p.payment_id, r.value as receipt, p.amount_kes, p.state = 'paid' as is_paid
    from r join premium_payment p on p.member_id = r.member_id and p.payment_id = r.payment_id
  `.execute(db)
  return rows
}

/** Find which rows these payments of ours belong to. */
export async function findClaims(db: Db, subjects: readonly string[]) {
  return db
    .selectFrom('statementClaim')
    .select(['subject', 'rowId'])
    .where(sql<boolean>`subject = any(${subjects}::text[])`)
    .execute()
}

/** Find what the rows with these receipts say they are. */
export async function findPurposes(db: Db, receipts: readonly string[]) {
  const { rows } = await sql<{ receipt: string; purpose: RowPurpose }>`
    select distinct receipt, purpose from statement_row where receipt = any(${receipts}::text[])
  `.execute(db)
  return rows
}
