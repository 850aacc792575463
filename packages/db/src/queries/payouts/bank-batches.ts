import type { BatchEnd, BatchFormat } from '@chuma/contract/payouts/bank-batches'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { isHeld, isInBatch, type WithdrawalRef } from './payouts.ts'

const format = sql<BatchFormat>`format`.as('format')

export async function isInOpenBatch(trx: Trx, { withdrawalId }: WithdrawalRef): Promise<boolean> {
  const found = await trx
    .selectFrom('bankBatchRow')
    .select('line')
    .where('withdrawalId', '=', withdrawalId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a restored backup has the batch open, and nobody has said of each payment that the bank did not get it. */
export async function isBatchInDoubt(trx: Trx, batchId: string): Promise<boolean> {
  const { rows } = await sql`
    select from bank_batch_row r
    join hold h on h.member_id = r.member_id and h.subject = 'withdrawal' and h.subject_id = r.withdrawal_id
      and h.reason = 'restored' and h.ended_at is null
    where r.batch_id = ${batchId} and r.outcome is null
    limit 1
  `.execute(trx)
  return rows.length > 0
}

/** List the bank payments that may go into a batch now, oldest first. */
export function listForBatch(db: Db, limit: number) {
  return db
    .selectFrom('withdrawal')
    .select(['memberId', 'withdrawalId', 'payoutKes', 'bankName', 'accountNumber', 'accountName'])
    .where('payoutState', '=', 'manual')
    .where('method', '=', 'bank')
    .where(sql<boolean>`not ${isInBatch}`)
    .where(sql<boolean>`not ${isHeld}`)
    .where(
      sql<boolean>`not exists (
        select from payout_pause p where p.member_id = withdrawal.member_id and p.lifted_at is null
      )`,
    )
    .orderBy('requestedAt')
    .orderBy('withdrawalId')
    .limit(limit)
    .execute()
}

/** Serialise the making of batches, and what becomes of their files. After the wallets, if both are locked. */
export async function lockBatches(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bank-batches'))`.execute(trx)
}

/** Number the next batch. */
export async function takeBatchNumber(trx: Trx): Promise<number> {
  await lockBatches(trx)
  const last = await trx
    .selectFrom('bankBatch')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.number ?? 0) + 1
}

type NewBatch = {
  batchId: string
  number: number
  format: BatchFormat
  day: string
  rowCount: number
  totalKes: number
  contentHash: Buffer
  createdBy: string
}
type NewRow = WithdrawalRef & { line: number; reference: string; amountKes: number }

export async function insertBatch(trx: Trx, batch: NewBatch, rows: readonly NewRow[]): Promise<void> {
  await trx
    .insertInto('bankBatch')
    .values({ ...batch, format: JSON.stringify(batch.format) })
    .execute()
  await trx
    .insertInto('bankBatchRow')
    .values(rows.map((row) => ({ ...row, batchId: batch.batchId })))
    .execute()
}

export function findBatch(db: Db, batchId: string) {
  return db
    .selectFrom('bankBatch')
    .select(['batchId', 'number', format, 'day', 'contentHash', 'totalKes', 'rowCount'])
    .where('batchId', '=', batchId)
    .executeTakeFirst()
}

/** Batches with how many of their rows the bank has spoken of. */
function selectBatches(db: Db) {
  const count = (outcome: 'paid' | 'failed' | null) =>
    sql<number>`(select count(*)::int from bank_batch_row r
      where r.batch_id = bank_batch.batch_id and r.outcome is not distinct from ${outcome}::text)`
  return db
    .selectFrom('bankBatch')
    .select(['batchId as id', 'number', format, 'day', 'createdAt', 'createdBy', 'rowCount', 'totalKes'])
    .select([
      sql<string>`encode(content_hash, 'hex')`.as('contentHash'),
      count(null).as('openCount'),
      count('paid').as('paidCount'),
      count('failed').as('failedCount'),
      sql<BatchEnd | null>`(select jsonb_build_object('step', s.step, 'by', s.by, 'reason', s.reason)
        from bank_batch_step s where s.batch_id = bank_batch.batch_id and s.step <> 'downloaded')`.as('end'),
      sql<boolean>`exists (select from bank_batch_step s
        where s.batch_id = bank_batch.batch_id and s.step = 'downloaded')`.as('isDownloaded'),
    ])
}

/** List batches, the newest first. */
export function listBatches(db: Db, limit: number) {
  return selectBatches(db).orderBy('number', 'desc').limit(limit).execute()
}

export function getBatch(db: Db, batchId: string) {
  return selectBatches(db).where('batchId', '=', batchId).executeTakeFirstOrThrow()
}

/** The rows of a batch with what its file has of them. */
export function listBatchRows(db: Db, batchId: string) {
  return db
    .selectFrom('bankBatchRow as r')
    .innerJoin('withdrawal as w', (join) =>
      join.onRef('w.memberId', '=', 'r.memberId').onRef('w.withdrawalId', '=', 'r.withdrawalId'),
    )
    .select(['r.line', 'r.reference', 'r.memberId', 'r.withdrawalId', 'r.amountKes', 'r.outcome'])
    .select(['r.bankReference', 'w.bankName', 'w.accountNumber', 'w.accountName'])
    .where('r.batchId', '=', batchId)
    .orderBy('r.line')
    .execute()
}

export function lockBatchRow(trx: Trx, reference: string) {
  return trx
    .selectFrom('bankBatchRow')
    .select(['outcome', 'bankReference'])
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type Settlement = { reference: string; settledBy: string } & (
  | { outcome: 'paid'; bankReference: string }
  | { outcome: 'failed'; reason: string }
)

export async function settleBatchRow(trx: Trx, { reference, ...settlement }: Settlement): Promise<void> {
  await trx
    .updateTable('bankBatchRow')
    .set({ ...settlement, settledAt: sql<Date>`statement_timestamp()` })
    .where('reference', '=', reference)
    .execute()
}

type Step = { batchId: string; by: string } & (
  | { step: 'downloaded' | 'uploaded' }
  | { step: 'cancelled'; reason: string }
)

export async function insertBatchStep(trx: Trx, step: Step): Promise<void> {
  await trx.insertInto('bankBatchStep').values(step).execute()
}

/** Find how a batch ended before its result, and whether its file was ever given to anyone. */
export async function findBatchEnd(db: Db, batchId: string) {
  const steps = await db
    .selectFrom('bankBatchStep')
    .select('step')
    .distinct()
    .where('batchId', '=', batchId)
    .execute()
  return {
    end: steps.find(({ step }) => step !== 'downloaded')?.step ?? null,
    isDownloaded: steps.some(({ step }) => step === 'downloaded'),
  }
}

/** Take every row of a batch out of it. Returns how many. */
export async function cancelBatchRows(trx: Trx, batchId: string, by: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('bankBatchRow')
    .set({ outcome: 'cancelled', settledBy: by, settledAt: sql<Date>`statement_timestamp()` })
    .where('batchId', '=', batchId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** List a member's rows of all batches, oldest first. */
export function listAllBankPayments(trx: Trx, memberId: string) {
  return trx
    .selectFrom('bankBatchRow as r')
    .innerJoin('bankBatch as b', 'b.batchId', 'r.batchId')
    .select(['r.withdrawalId', 'r.reference', 'r.amountKes', 'r.outcome', 'r.bankReference'])
    .select(['r.reason', 'r.settledAt'])
    .where('r.memberId', '=', memberId)
    .orderBy('b.number')
    .orderBy('r.line')
    .execute()
}
