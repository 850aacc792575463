import type { Debt, ListDebtsInput } from '@chuma/contract/payouts/debts'
import type { CorrectionKind, ReturnCause } from '@chuma/contract/payouts/destinations'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { WithdrawalRef } from './payouts.ts'

type NewCorrection = WithdrawalRef & {
  kind: CorrectionKind
  cause: ReturnCause | null
  receipt: string | null
  points: number
  amountKes: number
  bookedBy: string
}

/** Record the evidence of a way back. The trigger guard_withdrawal allows the step only in this transaction. */
export async function insertCorrection(trx: Trx, correction: NewCorrection): Promise<void> {
  await trx.insertInto('payoutCorrection').values(correction).execute()
}

/** Whether this receipt is booked as a second payment already. */
export async function isDuplicateBooked(
  db: Db,
  { memberId, receipt }: { memberId: string; receipt: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('payoutCorrection')
    .select('correctionId')
    .where('memberId', '=', memberId)
    .where('receipt', '=', receipt)
    .where('kind', '<>', 'returned')
    .executeTakeFirst()
  return found !== undefined
}

export function findCorrection(db: Db, { memberId, withdrawalId }: WithdrawalRef) {
  return db
    .selectFrom('payoutCorrection')
    .select(['kind', 'cause', 'receipt', 'points', 'amountKes', 'bookedAt'])
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .orderBy('bookedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** List every way back of a member's payments, oldest first, for their export. */
export function listAllCorrections(trx: Trx, memberId: string) {
  return trx
    .selectFrom('payoutCorrection')
    .select(['withdrawalId', 'kind', 'cause', 'receipt', 'points', 'amountKes', 'bookedAt'])
    .where('memberId', '=', memberId)
    .orderBy('bookedAt')
    .execute()
}

type Row = Omit<Debt, 'since' | 'amountKes'> & { since: Date }

/** When each member in debt fell below zero, and by which posting. The index wallet_in_debt finds them. */
const debts = sql`
  select w.member_id, -w.available as points, w.held as held_points, first.created_at as since, first.kind as cause
  from wallet w, lateral (
    select p.created_at, p.kind from posting p
    where p.member_id = w.member_id and p.seq > coalesce((
      select q.seq from posting q where q.member_id = w.member_id and q.available_after >= 0 order by q.seq desc limit 1
    ), 0)
    order by p.seq limit 1
  ) as first
  where w.in_reversal_debt`

/** List members in debt, the oldest debt first. */
export async function listDebts(db: Db, { after, limit }: ListDebtsInput): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with debt as materialized (${debts})
    select d.*, m.first_name || ' ' || m.last_name as member_name, m.email as member_email
    from debt d join member m on m.member_id = d.member_id
    where ${after ?? null}::uuid is null or (d.since, d.member_id) > (
      select a.since, a.member_id from debt a where a.member_id = ${after ?? null}
    )
    order by d.since, d.member_id limit ${limit}
  `.execute(db)
  return rows
}

/** Read what a locked wallet lacks, and the number of its last posting, which names this debt. */
export function getDebt(trx: Trx, memberId: string) {
  return trx
    .selectFrom('wallet')
    .innerJoin('member', 'member.memberId', 'wallet.memberId')
    .select([sql<number>`greatest(0, -available)`.as('points'), 'seq', 'email', 'erasedAt'])
    .where('wallet.memberId', '=', memberId)
    .executeTakeFirst()
}

/** Lock the wallet of an erased member, and read what it owes; undefined if it owes nothing. */
export function lockFormerDebt(trx: Trx, memberId: string) {
  return trx
    .selectFrom('wallet')
    .select([sql<number>`-available`.as('points'), 'seq'])
    .where('memberId', '=', memberId)
    .where('inReversalDebt', '=', true)
    .forUpdate()
    .executeTakeFirst()
}
