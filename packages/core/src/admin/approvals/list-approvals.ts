import { APPROVAL_KINDS, approvalKinds } from '@chuma/contract/admin/approvals/approval-kinds'
import type {
  ApprovalIdInput,
  approvalRequest,
  ListApprovalsInput,
} from '@chuma/contract/admin/approvals/approvals'
import type { Answer } from '@chuma/contract/timestamp'
import { findApproval, listApprovals as list } from '@chuma/db/queries/admin/approvals'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { holdsPermission, requireStaff } from '../staff/require-staff.ts'

type ApprovalRequest = Answer<typeof approvalRequest>

/** List requests of the kinds that the caller could make or decide, and their own, newest first. */
export function listApprovals(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  page: ListApprovalsInput,
): Promise<ApprovalRequest[]> {
  return list(db, { ...readAs(caller), ...page })
}

/** @throws AppError NOT_FOUND, also for one that `listApprovals` leaves out */
export async function getApproval(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { approvalId }: ApprovalIdInput,
): Promise<ApprovalRequest> {
  const found = await findApproval(db, { ...readAs(caller), approvalId })
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

function readAs(caller: Caller) {
  const { name } = requireStaff(caller, 'approvals:read')
  return {
    reader: name,
    kinds: APPROVAL_KINDS.filter((kind) => holdsPermission(caller, approvalKinds[kind])),
  }
}
