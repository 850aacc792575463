import type { Permission } from '@chuma/contract/admin/permissions'
import type { Trx } from '@chuma/db/client'
import {
  type ApproverAccount,
  listApproverAccounts,
  listFormerApprovers,
  lockApproval,
  type StoredApproval,
} from '@chuma/db/queries/admin/approvals'
import { isSamePerson } from '@chuma/db/queries/auth/people'
import { AppError } from '../app-error.ts'
import { isAllowed } from '../auth/staff.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'

type Asked = Pick<Deps, 'db' | 'accounts'>

/** List the accounts of other people that could approve what needs this permission. */
async function findApprovers(
  { db, accounts }: Asked,
  permission: Permission,
  requesterId: string,
): Promise<ApproverAccount[]> {
  const all = await listApproverAccounts(db)
  return all.filter(
    (account) =>
      account.personId !== requesterId &&
      isAllowed(account.role, permission) &&
      account.isSettled &&
      (account.isSecondFactorOn || !accounts.isSecondFactorRequired),
  )
}

/**
 * Whether nobody else could approve what needs this permission, and nobody else could have for the last days: an owner who has
 * just taken a colleague's access is not alone yet.
 */
export async function isAlone(asked: Asked, permission: Permission, requesterId: string): Promise<boolean> {
  if ((await findApprovers(asked, permission, requesterId)).length > 0) return false
  const former = await listFormerApprovers(asked.db)
  return !former.some(
    ({ roles, people }) =>
      roles.some((role) => role && isAllowed(role, permission)) &&
      people.some((personId) => personId && personId !== requesterId),
  )
}

type Case = { permission: Permission; requesterId: string; requestedBy: string }

/**
 * Require that staff may decide what somebody asked for: another person with the same permission, from an account that is
 * not new and was not put into other hands lately. Otherwise an owner could make themselves a colleague.
 * @throws AppError FORBIDDEN, SECOND_FACTOR_MISSING
 */
export async function requireApprover(
  { db, accounts }: Asked,
  staff: StaffActor,
  { permission, requesterId, requestedBy }: Case,
): Promise<void> {
  // A key may be used by someone else than the person it belongs to.
  if (staff.name.startsWith('key:')) throw new AppError('FORBIDDEN', { why: 'person' })
  const account = (await listApproverAccounts(db)).find(({ name }) => name === staff.name)
  if (!account || !isAllowed(account.role, permission)) throw new AppError('FORBIDDEN')
  // Whose account it was when they asked, and whose it is now.
  if (account.personId === requesterId || (await isSamePerson(db, staff.name, requestedBy))) {
    throw new AppError('FORBIDDEN', { why: 'ownRequest' })
  }
  if (accounts.isSecondFactorRequired && !account.isSecondFactorOn) {
    throw new AppError('SECOND_FACTOR_MISSING')
  }
  if (!account.isSettled) throw new AppError('FORBIDDEN', { why: 'youngAccount' })
}

/**
 * Lock a request that can still be decided.
 * @throws AppError NOT_FOUND, APPROVAL_STATE with the state that it is in
 */
export async function lockWaiting(trx: Trx, approvalId: string): Promise<StoredApproval> {
  const request = await lockApproval(trx, approvalId)
  if (!request) throw new AppError('NOT_FOUND')
  requireWaiting(request)
  return request
}

/** @throws AppError APPROVAL_STATE */
export function requireWaiting({ state, isExpired }: Pick<StoredApproval, 'state' | 'isExpired'>): void {
  if (state !== 'waiting') throw new AppError('APPROVAL_STATE', { state })
  if (isExpired) throw new AppError('APPROVAL_STATE', { state: 'expired' })
}
