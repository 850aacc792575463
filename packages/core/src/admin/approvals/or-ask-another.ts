import { approvalKinds } from '@chuma/contract/admin/approvals/approval-kinds'
import type { PendingApproval } from '@chuma/contract/admin/approvals/approvals'
import type { Trx } from '@chuma/db/client'
import {
  findOthersApproval,
  insertApproval,
  lockSameApproval,
  type StoredApproval,
} from '@chuma/db/queries/admin/approvals'
import { lockSpending } from '@chuma/db/queries/admin/approvers'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findPersonOf } from '@chuma/db/queries/admin/people'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { mayNow } from '../people/find-rights.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { isAlone, requireApprover } from './find-approvers.ts'
import { moveApproval } from './move-approval.ts'
import { ApprovalNeeded, hashWish, isSame, type Wish } from './pass-approval.ts'
import { warnOwners } from './warn-owners.ts'

type Asking = Pick<Deps, 'db' | 'accounts'>
type Working = Asking & Pick<Deps, 'economy'>
type Work<D, T> = (deps: D) => Promise<T>
type Confirm<D, T> = (deps: D, requester: StaffActor, payload: unknown) => Promise<T>

/**
 * Run a use case whose changes may need a second person. Where one is needed, its transaction has been rolled back, and the
 * change waits as a request. Asking again finds the request that waits.
 * @param use the use case, with the same dependencies and the economy as it is now. `confirm` runs another person's request for the
 *   same, which their asking too decides
 * @throws AppError APPROVAL_PENDING, STEP_UP_REQUIRED to confirm, and what the use case throws
 */
export async function orAskAnother<D extends Working, T>(
  deps: D,
  staff: StaffActor,
  use: Work<D, T> | { work: Work<D, T>; confirm: Confirm<D, T> },
): Promise<T> {
  const { work, confirm } = typeof use === 'function' ? { work: use } : use
  // Before its transaction, which holds a connection: many that waited for one more would wait for each other.
  const terms = await deps.economy()
  const fixed = { ...deps, economy: async () => terms }
  try {
    return await work(fixed)
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error
    const others = confirm && (await findConfirmable(deps, staff, error.wish))
    if (others) {
      const { approvalId, requestedBy: name, address, payload } = others
      const approval = { approvalId, approver: staff, note: error.wish.reason ?? '' }
      return confirm(fixed, { name, address, approval }, payload)
    }
    throw new AppError('APPROVAL_PENDING', await requestApproval(deps, staff, error.wish))
  }
}

/** Another person's waiting request for the same outcome, if this person may decide it and its requester still may ask. */
async function findConfirmable(
  deps: Asking,
  staff: StaffActor,
  { kind, subject, before, after }: Wish,
): Promise<StoredApproval | undefined> {
  const request =
    after && (await findOthersApproval(deps.db, { kind, subject, outcome: after, asker: staff.name }))
  if (!request || !isSame(request.before, before)) return undefined
  const permission = approvalKinds[kind]
  const mayDecide = await requireApprover(deps, staff, { ...request, permission }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
  if (!mayDecide || !(await mayNow(deps, request.requestedBy, permission))) return undefined
  // As in the list of requests: a stolen token alone must not be the second person.
  if (!staff.proof?.isFresh) throw new AppError('STEP_UP_REQUIRED', { ways: [...(staff.proof?.ways ?? [])] })
  return request
}

async function requestApproval(deps: Asking, staff: StaffActor, wish: Wish): Promise<PendingApproval> {
  return deps.db.transaction().execute(async (trx) => {
    // Pressed twice at once, with other words each time: the second finds the first.
    const asker = wish.comparesOutcome && (await findPersonOf(trx, staff.name))
    if (asker) await lockSpending(trx, asker)
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
  const same = await lockSameApproval(trx, {
    ...wish,
    payloadHash: hashWish(wish),
    ...(wish.comparesOutcome && { outcome: wish.after }),
  })
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
  const { payload, stored = payload, shown: _, comparesOutcome: __, ...rest } = wish
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
