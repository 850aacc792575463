import {
  APPROVAL_KINDS,
  type ApprovalState,
  approvalKinds,
} from '@chuma/contract/admin/approvals/approval-kinds'
import { findApprovalPayload, lockApproval, type StoredApproval } from '@chuma/db/queries/admin/approvals'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import * as z from 'zod'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { mayNow } from '../people/find-rights.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { approvalRuns } from './approval-runs.ts'
import { requireWaiting } from './lock-waiting.ts'
import { moveApproval } from './move-approval.ts'

type Decision = { approver: StaffActor | null; note: string }

/**
 * Run what a request is for, as its requester's act. The use case marks it as executed in the transaction of the change.
 * @throws AppError FORBIDDEN if the requester may not do it any more, which refuses the request; APPROVAL_STATE if it is no
 * longer open, or what it is about has changed, which ends it
 */
export async function runApproval(deps: Deps, request: StoredApproval, decision: Decision): Promise<void> {
  const { approvalId, requestedBy, address, payload } = request
  const kind = z.enum(APPROVAL_KINDS).parse(request.kind)
  if (!(await mayNow(deps, requestedBy, approvalKinds[kind]))) {
    await endApproval(deps, approvalId, { ...decision, to: 'refused', note: LOST_RIGHTS })
    throw new AppError('FORBIDDEN', { why: 'requester' })
  }
  try {
    const approval = { approvalId, ...decision }
    await approvalRuns[kind](deps, { name: requestedBy, address, approval }, payload)
    const { state } = (await findApprovalPayload(deps.db, approvalId)) ?? {}
    if (state === 'waiting') throw new Error(`${kind} did not pass its approval`)
  } catch (error) {
    if (!isOutdated(error)) throw error
    await endApproval(deps, approvalId, { ...decision, to: 'outdated' })
    throw new AppError('APPROVAL_STATE', { state: 'outdated' })
  }
}

const LOST_RIGHTS = 'The requester may not do this any more'

type End = Decision & { to: ApprovalState }

/** End a waiting request without running it. */
export function endApproval(
  { db }: Pick<Deps, 'db'>,
  approvalId: string,
  { to, approver, note }: End,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const request = await lockApproval(trx, approvalId)
    if (!request) throw new AppError('NOT_FOUND')
    if (to !== 'expired') requireWaiting(request)
    const decidedBy = approver?.name ?? 'system'
    await moveApproval(trx, request, {
      to,
      by: approver ? 'staff' : 'worker',
      decidedBy,
      note: note || null,
    })
    await insertAuditEntry(trx, {
      actor: decidedBy,
      action: `approval.${to}`,
      subject: `approval:${approvalId}`,
      before: { state: 'waiting' },
      after: { state: to, kind: request.kind, subject: request.subject, requestedBy: request.requestedBy },
      reason: note,
      address: approver?.address ?? null,
    })
  })
}

/** Whether a use case refused because of what has changed since the request, not because of who asks or for how long. */
function isOutdated(error: unknown): boolean {
  if (error instanceof z.ZodError) return true
  if (!(error instanceof AppError)) return false
  const { failure, status } = error
  if (failure.code === 'APPROVAL_STATE') return failure.params.state === 'outdated'
  return failure.code !== 'ECONOMY_UNCHOSEN' && [400, 404, 409].includes(status)
}
