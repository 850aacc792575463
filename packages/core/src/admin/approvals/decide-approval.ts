import { APPROVAL_KINDS, approvalKinds } from '@chuma/contract/admin/approvals/approval-kinds'
import type {
  ApprovalIdInput,
  approvalRequest,
  DecideApprovalInput,
} from '@chuma/contract/admin/approvals/approvals'
import type { Answer } from '@chuma/contract/timestamp'
import { findApproval, findApprovalPayload } from '@chuma/db/queries/admin/approvals'
import { findPersonOf } from '@chuma/db/queries/admin/people'
import * as z from 'zod'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { requireApprover } from './find-approvers.ts'
import { requireWaiting } from './lock-waiting.ts'
import { endApproval, runApproval } from './run-approval.ts'

type ApprovalRequest = Answer<typeof approvalRequest>

/**
 * Decide another person's request, once. Approving does what was requested, as the act of its requester.
 * @throws AppError NOT_FOUND; FORBIDDEN for one's own request, for an account that may not approve it or is too new, for
 * an API key, and if the requester may not do it any more; SECOND_FACTOR_MISSING; APPROVAL_STATE if it is no longer open
 * or its subject has changed; and what its use case refuses to both people
 */
export async function decideApproval(
  deps: Deps,
  staff: StaffActor,
  { approvalId, decision, note }: DecideApprovalInput,
): Promise<ApprovalRequest> {
  const request = await requireStored(deps, approvalId)
  const permission = approvalKinds[z.enum(APPROVAL_KINDS).parse(request.kind)]
  await requireApprover(deps, staff, { ...request, permission })
  requireWaiting(request)
  const decided = { approver: staff, note }
  if (decision === 'approve') await runApproval(deps, request, decided)
  else await endApproval(deps, approvalId, { ...decided, to: 'refused' })
  return getDecided(deps, staff, approvalId)
}

/**
 * Take back one's own request, from any account of the same person.
 * @throws AppError NOT_FOUND, FORBIDDEN for another person's, APPROVAL_STATE
 */
export async function withdrawApproval(
  deps: Pick<Deps, 'db'>,
  staff: StaffActor,
  { approvalId }: ApprovalIdInput,
): Promise<ApprovalRequest> {
  const request = await requireStored(deps, approvalId)
  if ((await findPersonOf(deps.db, staff.name)) !== request.requesterId) throw new AppError('FORBIDDEN')
  await endApproval(deps, approvalId, { to: 'withdrawn', approver: staff, note: '' })
  return getDecided(deps, staff, approvalId)
}

async function requireStored({ db }: Pick<Deps, 'db'>, approvalId: string) {
  const request = await findApprovalPayload(db, approvalId)
  if (!request) throw new AppError('NOT_FOUND')
  return request
}

async function getDecided({ db }: Pick<Deps, 'db'>, { name }: StaffActor, approvalId: string) {
  const found = await findApproval(db, { approvalId, reader: name, kinds: APPROVAL_KINDS })
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
