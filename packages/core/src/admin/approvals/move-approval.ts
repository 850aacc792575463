import type { ApprovalState } from '@chuma/contract/admin/approvals/approval-kinds'
import type { Trx } from '@chuma/db/client'
import { type ApprovalEnd, updateApprovalState } from '@chuma/db/queries/admin/approvals'
import { type Mover, takeStep } from '../../state-machine.ts'
import { approvalMachine } from './transitions.ts'

type Located = { approvalId: string; state: ApprovalState }

/**
 * Move a request that the caller has locked.
 * @throws AppError APPROVAL_STATE for a step that is not in the table
 */
export async function moveApproval(
  trx: Trx,
  { approvalId, state: from }: Located,
  { to, by, ...end }: ApprovalEnd & { to: ApprovalState; by: Mover },
): Promise<void> {
  await takeStep(approvalMachine, { from, to, by }, () =>
    updateApprovalState(trx, approvalId, { ...end, from, to }),
  )
}
