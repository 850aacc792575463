import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  type bankBatch,
  type CreateBankBatchInput,
  MOST_BATCH_ROWS,
} from '@chuma/contract/payouts/bank-batches'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { isSamePerson } from '@chuma/db/queries/admin/people'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import {
  insertBatch,
  listBatches,
  listForBatch,
  takeBatchNumber,
} from '@chuma/db/queries/payouts/bank-batches'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { openAccount } from '../details/seal-account.ts'
import { reviewHoldsOf } from '../holds/review-holds.ts'
import { refuseWhenRestored } from '../queue/require-queue.ts'
import { type FileRow, writeBatchFile } from './write-batch-file.ts'

type Batching = Pick<Deps, 'db' | 'economy' | 'secrets' | 'reportFailure'>

/**
 * Collect the bank payments that wait, and nothing holds, into a numbered batch. From now on each of them is paid by this batch or by
 * nothing: it is neither rejected nor paid by hand until the bank has spoken. The holds are evaluated first, because the file is what
 * is paid. One's own payment is left to others.
 * @throws AppError INVALID_INPUT if nothing waits, PAYOUTS_STOPPED after a restore
 */
export async function createBankBatch(
  deps: Batching,
  staff: StaffActor,
  { format }: CreateBankBatchInput,
): Promise<Answer<typeof bankBatch>> {
  const candidates = await listForBatch(deps.db, MOST_BATCH_ROWS)
  const evaluated = new Set<string>()
  await eachAlone(deps, candidates, {
    name: ({ withdrawalId }) => `evaluation of withdrawal ${withdrawalId}`,
    work: async ({ withdrawalId }) => {
      await reviewHoldsOf(deps, withdrawalId)
      evaluated.add(withdrawalId)
    },
  })
  return deps.db.transaction().execute(async (trx) => {
    await refuseWhenRestored(trx)
    // The wallets before the batch, in one order: decisions about these withdrawals wait, and see them in it.
    for (const memberId of [...new Set(candidates.map((row) => row.memberId))].sort()) {
      await lockWallet(trx, memberId)
    }
    const number = await takeBatchNumber(trx)
    const waiting = (await listForBatch(trx, MOST_BATCH_ROWS)).filter(({ withdrawalId }) =>
      evaluated.has(withdrawalId),
    )
    const rows = await toRows(trx, deps, { staff, number, waiting })
    if (rows.length === 0) throw invalidField('format', 'NOTHING_WAITS')
    const day = await getBusinessDay(trx)
    const batchId = randomUUID()
    const contentHash = createHash('sha256')
      .update(writeBatchFile(format, day, rows))
      .digest()
    const totalKes = rows.reduce((sum, { amountKes }) => sum + amountKes, 0)
    const batch = { batchId, number, format, day, rowCount: rows.length, totalKes, contentHash }
    await insertBatch(
      trx,
      { ...batch, createdBy: staff.name },
      rows.map(({ line, reference, amountKes, memberId, withdrawalId }) => ({
        line,
        reference,
        amountKes,
        memberId,
        withdrawalId,
      })),
    )
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'bank-batch.created',
      subject: `bank-batch:${number}`,
      after: { rows: rows.length, totalKes, sha256: contentHash.toString('hex') },
      address: staff.address,
    })
    const [made] = await listBatches(trx, 1)
    if (!made) throw new Error('the batch was made just now')
    return made
  })
}

type Waiting = Awaited<ReturnType<typeof listForBatch>>
type Row = FileRow & { memberId: string; withdrawalId: string }
type Collecting = { staff: StaffActor; number: number; waiting: Waiting }

/** An account that cannot be opened is reported, and stays for a person. */
async function toRows(trx: Trx, deps: Batching, { staff, number, waiting }: Collecting): Promise<Row[]> {
  const rows: Row[] = []
  for (const { memberId, withdrawalId, payoutKes, bankName, accountName, accountNumber } of waiting) {
    if (await isSamePerson(trx, staff.name, `member:${memberId}`)) continue
    if (accountNumber === null) continue
    const line = rows.length + 1
    try {
      rows.push({
        line,
        // Unguessable, so that a result file that nobody got from the bank names no row by chance.
        reference: `B${number}-${line}-${randomBytes(4).toString('hex').toUpperCase()}`,
        amountKes: payoutKes,
        bankName: bankName ?? '',
        accountName: accountName ?? '',
        accountNumber: openAccount(deps.secrets, { table: 'withdrawal', id: withdrawalId }, accountNumber),
        memberId,
        withdrawalId,
      })
    } catch (error) {
      deps.reportFailure(error, `withdrawal ${withdrawalId} cannot go into a batch`)
    }
  }
  return rows
}
