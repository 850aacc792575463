import { APPROVAL_KINDS, type ApprovalState, approvalKinds } from '@chuma/contract/admin/approval-kinds'
import type {
  ApprovalIdInput,
  approvalRequest,
  DecideApprovalInput,
  ListApprovalsInput,
} from '@chuma/contract/admin/approvals'
import type { Answer } from '@chuma/contract/fields'
import {
  clearRunsAt,
  findApproval,
  findApprovalPayload,
  listApprovals as list,
  listDueApprovals,
  lockApproval,
  type StoredApproval,
} from '@chuma/db/queries/admin/approvals'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findPersonOf } from '@chuma/db/queries/auth/people'
import * as z from 'zod'
import { AppError } from '../../app-error.ts'
import { isAlone, requireApprover, requireWaiting } from '../../approvals/find-approvers.ts'
import { moveApproval } from '../../approvals/transitions.ts'
import { holdsPermission, mayNow, requireStaff } from '../../auth/staff.ts'
import type { Caller, StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'

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

type Decision = { approver: StaffActor | null; note: string }

/**
 * Run what a request is for, as its requester's act. The use case marks it as executed in the transaction of the change.
 * @throws AppError FORBIDDEN if the requester may not do it any more, which refuses the request; APPROVAL_STATE if it is no
 * longer open, or what it is about has changed, which ends it
 */
async function runApproval(deps: Deps, request: StoredApproval, decision: Decision): Promise<void> {
  const { approvalId, requestedBy, address, payload } = request
  const kind = z.enum(APPROVAL_KINDS).parse(request.kind)
  if (!(await mayNow(deps, requestedBy, approvalKinds[kind]))) {
    await endApproval(deps, approvalId, { ...decision, to: 'refused', note: LOST_RIGHTS })
    throw new AppError('FORBIDDEN', { why: 'requester' })
  }
  try {
    const approval = { approvalId, ...decision }
    await deps.approvalRuns[kind](deps, { name: requestedBy, address, approval }, payload)
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
function endApproval(
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

/**
 * Job: run the requests that nobody else could approve once their delay is over, and expire those that nobody decided. One that
 * fails delays no other.
 */
export async function settleDueApprovals(deps: Deps): Promise<void> {
  await eachAlone(deps, await listDueApprovals(deps.db), {
    name: (approvalId) => `approval ${approvalId}`,
    work: async (approvalId) => {
      try {
        await settle(deps, approvalId)
      } catch (error) {
        // Decided meanwhile, or ended because it is outdated or its requester may not do it any more.
        if (!(error instanceof AppError)) throw error
      }
    },
  })
}

async function settle(deps: Deps, approvalId: string): Promise<void> {
  const request = await findApprovalPayload(deps.db, approvalId)
  if (request?.state !== 'waiting') return
  const byItself = { approver: null, note: '' }
  if (request.isExpired) return endApproval(deps, approvalId, { ...byItself, to: 'expired' })
  const permission = approvalKinds[z.enum(APPROVAL_KINDS).parse(request.kind)]
  // Someone can decide after all, or could until a few days ago.
  if (!(await isAlone(deps, permission, request.requesterId)))
    await deps.db.transaction().execute((trx) => clearRunsAt(trx, approvalId))
  else await runApproval(deps, request, byItself)
}
