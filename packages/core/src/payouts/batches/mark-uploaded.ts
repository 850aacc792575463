import type { bankBatch } from '@chuma/contract/payouts/bank-batches'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  findBatch,
  findBatchEnd,
  getBatch,
  insertBatchStep,
  lockBatches,
} from '@chuma/db/queries/payouts/bank-batches'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/**
 * Say that a batch's file is with the bank. From now on only the bank's result ends it.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED if it was uploaded or cancelled
 */
export async function markBatchUploaded(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof bankBatch>> {
  const batch = await findBatch(db, id)
  if (!batch) throw new AppError('NOT_FOUND')
  return db.transaction().execute(async (trx) => {
    await lockBatches(trx)
    const { end } = await findBatchEnd(trx, id)
    if (end !== null) throw new AppError('ALREADY_DECIDED')
    await insertBatchStep(trx, { batchId: id, step: 'uploaded', by: staff.name })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'bank-batch.uploaded',
      subject: `bank-batch:${batch.number}`,
      after: { rows: batch.rowCount, totalKes: batch.totalKes },
      address: staff.address,
    })
    return getBatch(trx, id)
  })
}
