import { createHash } from 'node:crypto'
import type { ApprovalKind } from '@chuma/contract/admin/approvals/approval-kinds'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { AppError } from '../../app-error.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import type { Approval, ApprovedBy } from './approval.ts'
import { lockWaiting } from './lock-waiting.ts'
import { moveApproval } from './move-approval.ts'

/** A change that may have to wait, as people decide about it and as it runs then. */
export type Wish = {
  kind: ApprovalKind
  /** `member:<id>`, for example. */
  subject: string
  /** The whole validated input of the use case. */
  payload: object
  /** How the payload is stored, if it contains secrets: with these sealed. */
  stored?: object
  /** A password or token that works once it is approved: only who asks sees it, and only now. */
  shown?: string
  before: object | null
  after: object | null
  amountKes: number | null
  reason: string | null
  /** The same outcome in other words is the same request: only what is said about it differs. */
  comparesOutcome?: true
}

/** Nothing has happened: the transaction that this leaves is rolled back. `orAskAnother` turns it into a request. */
export class ApprovalNeeded extends Error {
  readonly wish: Wish

  constructor(wish: Wish) {
    super(`${wish.kind} needs a second person`)
    this.wish = wish
  }
}

/**
 * Let a change through, or stop it until a second person approves it. A use case calls it in its transaction, after it has
 * read and locked its subject and before it changes anything. For an actor with an approval it marks that as executed, at most once.
 * @throws ApprovalNeeded above the limit without an approval; AppError APPROVAL_STATE if the approval is no longer open, or
 * the subject has changed since it was requested
 */
export async function passApproval(
  trx: Trx,
  wish: Wish,
  { staff, isAboveLimit }: { staff: StaffActor; isAboveLimit: () => Promise<boolean> },
): Promise<ApprovedBy> {
  if (staff.approval) return execute(trx, wish, staff.approval)
  if (await isAboveLimit()) throw new ApprovalNeeded(wish)
  return {}
}

async function execute(trx: Trx, wish: Wish, { approvalId, approver, note }: Approval): Promise<ApprovedBy> {
  const request = await lockWaiting(trx, approvalId)
  if (!request.payloadHash.equals(hashWish(wish))) throw new AppError('APPROVAL_STATE', { state: 'outdated' })
  if (!isSame(request.before, wish.before)) throw new AppError('APPROVAL_STATE', { state: 'outdated' })
  const approvedBy = approver?.name ?? 'system'
  const by = approver ? 'staff' : 'worker'
  await moveApproval(trx, request, { to: 'executed', by, decidedBy: approvedBy, note: note || null })
  await insertAuditEntry(trx, {
    actor: approvedBy,
    action: 'approval.executed',
    subject: `approval:${approvalId}`,
    before: { state: 'waiting' },
    after: { state: 'executed', kind: wish.kind, subject: wish.subject, requestedBy: request.requestedBy },
    reason: note,
    address: approver?.address ?? null,
  })
  return { approvalId, approvedBy }
}

/** Two wishes with the same hash are the same change. */
export function hashWish({ kind, subject, payload }: Pick<Wish, 'kind' | 'subject' | 'payload'>): Buffer {
  return createHash('sha256').update(write({ kind, subject, payload })).digest()
}

export const isSame = (one: object | null, other: object | null): boolean => write(one) === write(other)

/** JSON with sorted keys: the database keeps no order. */
function write(value: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(value))
  return JSON.stringify(plain, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
