import type { RowPurpose } from '@chuma/contract/books/statements'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

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
    select r.receipt, ${payoutColumns} from payout_receipt r
    join withdrawal w on w.member_id = r.member_id and w.withdrawal_id = r.withdrawal_id
    where r.receipt = any(${receipts}::text[]) and w.status <> 'paid'
  `.execute(db)
  return [...rows, ...claimed]
}

type Around = { amountsKes: readonly number[]; firstDay: string; lastDay: string }

/** Find M-Pesa withdrawals of these amounts that were paid without a receipt. */
export async function findPaidWithoutReceipt(
  db: Db,
  { amountsKes, firstDay, lastDay }: Around,
): Promise<FoundPayout[]> {
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
    select p.payment_id, r.value as receipt, p.amount_kes, p.state = 'paid' as is_paid from premium_reference r
    join premium_payment p on p.member_id = r.member_id and p.payment_id = r.payment_id
    where r.kind = 'receipt' and r.value = any(${receipts}::text[])
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
