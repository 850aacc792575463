import type { ApprovalKind } from '@chuma/contract/admin/approval-kinds'
import type { CompanyChange } from '@chuma/contract/admin/company-changes'
import type { Trx } from '@chuma/db/client'
import { type AuditEntry, insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { isSamePerson } from '@chuma/db/queries/auth/people'
import { tellOfStaffChange } from '@chuma/db/queries/webhooks/webhooks'
import { AppError } from '../app-error.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { passApproval, type Wish } from './or-ask-another.ts'
import { tellOwners } from './tell-owners.ts'
import { type ApprovedBy, outdateWaiting } from './transitions.ts'

/**
 * Write a change of who may do what, what money is worth or where it goes to the audit log, and tell the owners: by mail, and
 * with the webhook `staff.changed`. Requests that it overtakes end. All in the transaction of the change: none of them exists without the others.
 */
export async function recordCompanyChange(
  trx: Trx,
  entry: AuditEntry & { action: CompanyChange },
  { replaced = null }: { replaced?: string | null } = {},
): Promise<void> {
  await insertAuditEntry(trx, entry)
  const { action, actor, subject, address, before } = entry
  const kinds = outdatedBy[action]
  if (kinds) await outdateWaiting(trx, { subject, kinds, by: 'staff', actor, skipsLocked: true })
  const at = new Date().toISOString()
  // A person who could approve before reads that they cannot any more.
  const hadRole = before !== undefined && 'role' in before && before.role !== null
  const former = hadRole || action === 'staff.reset' ? subject : null
  await tellOwners(trx, { action, actor, subject, address, at }, { former, replaced })
  await tellOfStaffChange(trx, { action, actor, subject, changedAt: at })
}

/** What a use case needs that changes the company itself. */
export type CompanyDeps = Pick<Deps, 'db' | 'accounts' | 'economy'>

type Act = { deps: CompanyDeps; trx: Trx; staff: StaffActor }

type Change = Omit<Wish, 'amountKes' | 'reason'> & {
  reason?: string
  /** Waits whatever the economy says. */
  mustWait?: boolean
}

/**
 * Let a change of who may do what, what money is worth or where it goes through, or stop it until a second person approves
 * it. Commands run on the server itself never wait.
 * @throws ApprovalNeeded, and AppError FORBIDDEN if the approver is whom it is about
 */
export async function passCompanyChange(
  { deps, trx, staff }: Act,
  { reason = '', mustWait = false, ...change }: Change,
): Promise<ApprovedBy> {
  const approver = staff.approval?.approver
  if (approver && (await isSamePerson(trx, approver.name, change.subject))) {
    throw new AppError('FORBIDDEN', { why: 'ownCase' })
  }
  return passApproval(
    trx,
    { ...change, amountKes: null, reason: reason || null },
    {
      staff,
      isAboveLimit: async () =>
        staff.name !== 'system' && (mustWait || (await deps.economy()).companyChangesNeedTwo),
    },
  )
}

/** Which requests about the same subject make no sense any more after a company change. */
const outdatedBy: { readonly [Change in CompanyChange]?: readonly ApprovalKind[] } = {
  'create-staff': ['create-staff'],
  'staff.role': ['set-staff-role', 'enable-staff'],
  'staff.disabled': ['set-staff-role', 'reset-staff', 'set-person-of-staff'],
  'staff.enabled': ['enable-staff', 'reset-staff'],
  'staff.reset': ['enable-staff', 'reset-staff'],
  'member.role': ['set-member-role'],
  'api-key.created': ['create-api-key'],
  'economy.changed': ['change-economy', 'choose-economy-preset'],
  'economy.preset-chosen': ['change-economy', 'choose-economy-preset'],
  'update-partner': ['update-partner'],
}
