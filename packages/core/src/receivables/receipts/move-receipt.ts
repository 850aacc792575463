import type { Trx } from '@chuma/db/client'
import {
  type LockedReceipt,
  type ReceiptState,
  updateReceiptState,
} from '@chuma/db/queries/receivables/receipts'
import { takeStep } from '../../state-machine.ts'
import { receiptMachine } from '../invoices/transitions.ts'

/**
 * Move a receipt that the caller has locked.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table
 */
export async function moveReceipt(
  trx: Trx,
  { receiptId, state: from }: Pick<LockedReceipt, 'receiptId' | 'state'>,
  { to, reason }: { to: ReceiptState; reason: string },
): Promise<void> {
  await takeStep(receiptMachine, { from, to, by: 'staff' }, () =>
    updateReceiptState(trx, receiptId, { from, to, reason }),
  )
}
