import type { bankBatch, CancelBankBatchInput } from '@chuma/contract/payouts/bank-batches'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  cancelBatchRows,
  findBatch,
  findBatchEnd,
  getBatch,
  insertBatchStep,
  listBatchRows,
  lockBatches,
} from '@chuma/db/queries/payouts/bank-batches'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../approvals/require-another.ts'

/**
 * Take back a batch that was never uploaded: its payments wait for the next one. If anyone has its file it takes a second person,
 * because a file that was uploaded all the same would be paid twice. The result of a bank, or the word that it is uploaded, ends that
 * possibility.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED if it was uploaded or cancelled or the bank has spoken, FORBIDDEN if it pays oneself,
 * APPROVAL_PENDING
 */
export async function cancelBankBatch(
  deps: Deps,
  staff: StaffActor,
  input: CancelBankBatchInput,
): Promise<Answer<typeof bankBatch>> {
  const { id, reason } = input
  const batch = await findBatch(deps.db, id)
  if (!batch) throw new AppError('NOT_FOUND')
  const members = new Set((await listBatchRows(deps.db, id)).map(({ memberId }) => memberId))
  for (const memberId of members) await requireAnother(deps.db, staff, memberId)
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      // As createBankBatch does: a result that is being imported is finished, or finds the batch cancelled.
      for (const memberId of [...members].sort()) await lockWallet(trx, memberId)
      await lockBatches(trx)
      const { end, isDownloaded } = await findBatchEnd(trx, id)
      const isOpen = (await listBatchRows(trx, id)).every(({ outcome }) => outcome === null)
      if (end !== null || !isOpen) throw new AppError('ALREADY_DECIDED')
      const subject = `bank-batch:${batch.number}`
      const acts = await passApproval(
        trx,
        {
          kind: 'cancel-bank-batch',
          subject,
          payload: input,
          before: { rows: batch.rowCount, totalKes: batch.totalKes },
          after: { rows: 0 },
          amountKes: batch.totalKes,
          reason,
        },
        { staff, isAboveLimit: async () => isDownloaded },
      )
      await insertBatchStep(trx, { batchId: id, step: 'cancelled', reason, by: staff.name })
      const rows = await cancelBatchRows(trx, id, staff.name)
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'bank-batch.cancelled',
        subject,
        before: { rows, totalKes: batch.totalKes },
        after: { isDownloaded, ...acts },
        reason,
        address: staff.address,
      })
      return getBatch(trx, id)
    }),
  )
}
