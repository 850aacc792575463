import type { SetStaffRoleInput, staffAccount } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/timestamp'
import { getStaffAccount, updateStaffRole } from '@chuma/db/queries/admin/staff'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { type CompanyDeps, passCompanyChange } from '../approvals/pass-company-change.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import { lockStaffForOwner, requireAnotherOwner } from './lock-staff-for-owner.ts'
import type { StaffActor } from './require-staff.ts'

/**
 * Change an account's role, from its next call on.
 * @throws AppError NOT_FOUND, LAST_OWNER, APPROVAL_PENDING where company changes need two people
 */
export function setStaffRole(
  deps: CompanyDeps,
  staff: StaffActor,
  input: SetStaffRoleInput,
): Promise<Answer<typeof staffAccount>> {
  const { id, role } = input
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const locked = await lockStaffForOwner(trx, id)
      if (role !== 'owner') requireAnotherOwner(locked)
      const subject = `staff:${locked.staff.username}`
      const change = { subject, before: { role: locked.staff.role }, after: { role } }
      const approved = await passCompanyChange(
        { deps, trx, staff },
        { kind: 'set-staff-role', payload: input, ...change },
      )
      await updateStaffRole(trx, id, role)
      await recordCompanyChange(trx, {
        actor: staff.name,
        action: 'staff.role',
        ...change,
        after: { role, ...approved },
        address: staff.address,
      })
      return getStaffAccount(trx, id)
    }),
  )
}
