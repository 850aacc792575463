import { approvalKinds } from '@chuma/contract/admin/approvals/approval-kinds'
import type { PendingApproval } from '@chuma/contract/admin/approvals/approvals'
import type { Trx } from '@chuma/db/client'
import { insertApproval, lockSameApproval } from '@chuma/db/queries/admin/approvals'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findPersonOf } from '@chuma/db/queries/admin/people'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { isAlone } from './find-approvers.ts'
import { moveApproval } from './move-approval.ts'
import { ApprovalNeeded, hashWish, isSame, type Wish } from './pass-approval.ts'
import { warnOwners } from './warn-owners.ts'

type Asking = Pick<Deps, 'db' | 'accounts'>
type Working = Asking & Pick<Deps, 'economy'>

/**
 * Run a use case whose changes may need a second person. Where one is needed, its transaction has been rolled back, and the
 * change waits as a request. Asking again finds the request that waits.
 * @param work gets the same dependencies, with the economy as it is now
 * @throws AppError APPROVAL_PENDING, and what the use case throws
 */
export async function orAskAnother<D extends Working, T>(
  deps: D,
  staff: StaffActor,
  work: (deps: D) => Promise<T>,
): Promise<T> {
  // Before its transaction, which holds a connection: many that waited for one more would wait for each other.
  const terms = await deps.economy()
  try {
    return await work({ ...deps, economy: async () => terms })
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error
    throw new AppError('APPROVAL_PENDING', await requestApproval(deps, staff, error.wish))
  }
}

async function requestApproval(deps: Asking, staff: StaffActor, wish: Wish): Promise<PendingApproval> {
  return deps.db.transaction().execute(async (trx) => {
    const found = await findSame(trx, staff, wish)
    const made = found ? undefined : await request({ ...deps, db: trx }, staff, wish)
    // Without any, someone else asked for the same in this moment.
    const asked = found ?? made ?? (await findSame(trx, staff, wish))
    if (!asked) throw new AppError('APPROVAL_STATE')
    return {
      ...(made && wish.shown !== undefined && { secret: wish.shown }),
      approvalId: asked.approvalId,
      expiresAt: asked.expiresAt.toISOString(),
      runsAt: asked.runsAt?.toISOString() ?? null,
    }
  })
}

/** The request for exactly this that waits. One that could not be approved any more makes room for another. */
async function findSame(trx: Trx, { name }: StaffActor, wish: Wish) {
  const same = await lockSameApproval(trx, { ...wish, payloadHash: hashWish(wish) })
  if (!same) return undefined
  const isOutdated = !isSame(same.before, wish.before)
  if (!same.isExpired && !isOutdated) return same
  await moveApproval(trx, same, {
    to: same.isExpired ? 'expired' : 'outdated',
    by: 'staff',
    decidedBy: name,
    note: null,
  })
  return undefined
}

async function request(deps: Asking & { db: Trx }, { name, address }: StaffActor, wish: Wish) {
  const { db: trx } = deps
  const requesterId = await findPersonOf(trx, name)
  if (!requesterId) throw new AppError('FORBIDDEN', { why: 'person' })
  const { payload, stored = payload, shown: _, ...rest } = wish
  const asked = await insertApproval(trx, {
    ...rest,
    payload: stored,
    payloadHash: hashWish(wish),
    requestedBy: name,
    requesterId,
    address,
    isLone: await isAlone(deps, approvalKinds[wish.kind], requesterId),
  })
  if (!asked) return undefined
  await insertAuditEntry(trx, {
    actor: name,
    action: 'approval.requested',
    subject: `approval:${asked.approvalId}`,
    after: { state: 'waiting', kind: wish.kind, subject: wish.subject, amountKes: wish.amountKes },
    reason: wish.reason ?? '',
    address,
  })
  if (asked.runsAt) await warnOwners(trx, { name, address }, wish)
  return asked
}
