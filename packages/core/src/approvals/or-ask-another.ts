import { createHash, randomUUID } from 'node:crypto'
import { type ApprovalKind, approvalKinds } from '@chuma/contract/admin/approval-kinds'
import type { PendingApproval } from '@chuma/contract/admin/approvals'
import type { Trx } from '@chuma/db/client'
import {
  findOthersApproval,
  insertApproval,
  lockSameApproval,
  lockSpending,
  type StoredApproval,
} from '@chuma/db/queries/admin/approvals'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findPersonOf } from '@chuma/db/queries/auth/people'
import { AppError } from '../app-error.ts'
import { mayNow } from '../auth/staff.ts'
import type { Approval, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isAlone, lockWaiting, requireApprover } from './find-approvers.ts'
import { tellOwners } from './tell-owners.ts'
import { type ApprovedBy, moveApproval } from './transitions.ts'

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
function hashWish({ kind, subject, payload }: Pick<Wish, 'kind' | 'subject' | 'payload'>): Buffer {
  return createHash('sha256').update(write({ kind, subject, payload })).digest()
}

const isSame = (one: object | null, other: object | null): boolean => write(one) === write(other)

/** JSON with sorted keys: the database keeps no order. */
function write(value: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(value))
  return JSON.stringify(plain, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

/** One person alone can only be watched: the owners are told while there is time to stop it. */
function warnOwners(trx: Trx, { name: actor, address }: StaffActor, { kind, subject }: Wish): Promise<void> {
  const at = new Date().toISOString()
  const about = `${kind}, ${subject}`
  return tellOwners(trx, { action: 'approval.lone', actor, subject: about, address, at })
}

/** `id` is made for the envelope, because the request has none yet when its payload is sealed. */
export const placeOfPayload = (id: string) => ({ table: 'approval_request', column: 'payload', id })

/** How a payload is stored whose `secret` nobody may read there. */
export function sealPayload<Payload extends { secret?: string | undefined }>(
  secrets: Secrets,
  { secret, ...payload }: Payload,
): object {
  if (secret === undefined) return payload
  const id = randomUUID()
  return { ...payload, sealedSecret: { id, text: secrets.seal(placeOfPayload(id), secret) } }
}

/** The payload as it was given. */
export function openPayload(secrets: Secrets, stored: unknown): unknown {
  const { sealedSecret, ...payload } = stored as { sealedSecret?: { id: string; text: string } }
  if (!sealedSecret) return payload
  return { ...payload, secret: secrets.open(placeOfPayload(sealedSecret.id), sealedSecret.text) }
}
