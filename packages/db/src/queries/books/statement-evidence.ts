import type { RowCorrection } from '@chuma/contract/books/statements'
import type { CorrectionKind } from '@chuma/contract/payouts/corrections'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type NewEvidence = { rowId: string; withdrawalId: string; kind: CorrectionKind; bookedBy: string }

/** Record that a row proves a correction. A second one of the same row is an error. */
export async function insertEvidence(trx: Trx, evidence: NewEvidence): Promise<void> {
  await trx.insertInto('statementEvidence').values(evidence).execute()
}

export async function isEvidence(trx: Trx, rowId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('statementEvidence')
    .select('rowId')
    .where('rowId', '=', rowId)
    .executeTakeFirst()
  return found !== undefined
}

export type Provable = Omit<RowCorrection, 'at'> & { at: Date }
type Wanted = { amountKes: number; at: Date; receipts: readonly string[]; method: 'mpesa' | 'bank' }

/** How far before its day, and how many, the payments are looked for that a row may be about. */
const RETURN_DAYS = 31
const MOST = 20

const columns = sql`w.withdrawal_id as id, m.member_id, m.first_name || ' ' || m.last_name as member_name,
  w.points, w.payout_kes as amount_kes, w.receipt, coalesce(w.paid_at, w.processed_at, w.requested_at) as at`

/** List the paid withdrawals that money which came in may be the return of, the likeliest first. */
export async function listReturnable(
  db: Db,
  { amountKes, at, receipts, method }: Wanted,
): Promise<Provable[]> {
  const { rows } = await sql<Provable>`
    select ${columns}, 'returned' as kind
    from withdrawal w join member m on m.member_id = w.member_id
    where w.status = 'paid' and w.method = ${method} and w.payout_kes = ${amountKes}
      and w.paid_at between ${at}::timestamptz - make_interval(days => ${RETURN_DAYS})
        and ${at}::timestamptz + interval '1 day'
    order by upper(w.receipt) = any(${receipts}::text[]) desc nulls last, w.paid_at desc, w.withdrawal_id
    limit ${MOST}
  `.execute(db)
  return rows
}

/** The same for money that went out: paid withdrawals that it may have paid twice, and rejected ones that it paid after all. */
export async function listTwiceOrLate(
  db: Db,
  { amountKes, at, receipts, method }: Wanted,
): Promise<Provable[]> {
  const claimed = await db
    .selectFrom('payoutReceipt')
    .select('withdrawalId')
    .where(sql<boolean>`receipt = any(${receipts}::text[])`)
    .execute()
  const likely = claimed.map(({ withdrawalId }) => withdrawalId)
  const { rows } = await sql<Provable>`
    select ${columns}, case w.status when 'paid' then 'duplicate' else 'late' end as kind
    from withdrawal w join member m on m.member_id = w.member_id
    where w.method = ${method} and w.payout_kes = ${amountKes}
      and (w.status = 'paid' or w.status = 'rejected' and w.payout_state is distinct from 'returned')
      and upper(coalesce(w.receipt, '')) <> all(${receipts}::text[])
      and w.requested_at between ${at}::timestamptz - make_interval(days => ${RETURN_DAYS})
        and ${at}::timestamptz + interval '1 day'
    order by w.withdrawal_id = any(${likely}::uuid[]) desc, w.requested_at desc, w.withdrawal_id
    limit ${MOST}
  `.execute(db)
  return rows
}
