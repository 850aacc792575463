import { createHash } from 'node:crypto'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  findBatch,
  findBatchEnd,
  insertBatchStep,
  isBatchInDoubt,
  listBatchRows,
  lockBatches,
} from '@chuma/db/queries/payouts/bank-batches'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { isSecretLost } from '../../secrets/create-secrets.ts'
import { openAccount } from '../details/seal-account.ts'
import { refuseWhenRestored } from '../queue/require-queue.ts'
import { writeBatchFile } from './write-batch-file.ts'

/**
 * Write a batch's file. Its accounts are opened only here, and the audit log says who did. Every download has the same bytes: a file
 * that would differ from the first one is refused.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED if the batch was cancelled, PAYOUTS_STOPPED and WITHDRAWAL_HELD after a restore,
 * SECRET_LOST if the key of an account is lost
 */
export async function downloadBankBatch(
  deps: Pick<Deps, 'db' | 'secrets'>,
  staff: StaffActor,
  { id }: { id: string },
): Promise<string> {
  const batch = await findBatch(deps.db, id)
  if (!batch) throw new AppError('NOT_FOUND')
  const rows = openRows(deps, await listBatchRows(deps.db, id))
  const file = writeBatchFile(batch.format, batch.day, rows)
  if (!createHash('sha256').update(file).digest().equals(batch.contentHash)) {
    throw new Error(`the file of bank batch ${batch.number} is not what it was`)
  }
  await deps.db.transaction().execute(async (trx) => {
    // Nobody gets the file of a batch that is being cancelled, nor cancels one without seeing that somebody got its file.
    await lockBatches(trx)
    if ((await findBatchEnd(trx, id)).end === 'cancelled') throw new AppError('ALREADY_DECIDED')
    await refuseWhenRestored(trx)
    // Its file may be with the bank since the backup.
    if (await isBatchInDoubt(trx, id)) throw new AppError('WITHDRAWAL_HELD', { reason: 'restored' })
    await insertBatchStep(trx, { batchId: id, step: 'downloaded', by: staff.name })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'bank-batch.downloaded',
      subject: `bank-batch:${batch.number}`,
      after: { rows: batch.rowCount, totalKes: batch.totalKes },
      address: staff.address,
    })
  })
  return file
}

function openRows({ secrets }: Pick<Deps, 'secrets'>, rows: Awaited<ReturnType<typeof listBatchRows>>) {
  try {
    return rows.map(({ accountNumber, withdrawalId, ...row }) => ({
      ...row,
      bankName: row.bankName ?? '',
      accountName: row.accountName ?? '',
      accountNumber: accountNumber
        ? openAccount(secrets, { table: 'withdrawal', id: withdrawalId }, accountNumber)
        : '',
    }))
  } catch (error) {
    throw isSecretLost(error) ? new AppError('SECRET_LOST', { what: 'batch' }) : error
  }
}
