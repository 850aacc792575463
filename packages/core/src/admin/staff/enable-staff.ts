import type { staffAccount } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/timestamp'
import { getStaffAccount, setStaffDisabled } from '@chuma/db/queries/admin/staff'
import { AppError } from '../../app-error.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { type CompanyDeps, passCompanyChange } from '../approvals/pass-company-change.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import { lockStaffForOwner } from './lock-staff-for-owner.ts'
import type { StaffActor } from './require-staff.ts'

/**
 * Enable an account with its previous password and second factor.
 * @throws AppError NOT_FOUND, ACCOUNT_STATE if it is not disabled, APPROVAL_PENDING where company changes need two people
 */
export function enableStaff(
  deps: CompanyDeps,
  staff: StaffActor,
  input: { id: string },
): Promise<Answer<typeof staffAccount>> {
  const { id } = input
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const locked = await lockStaffForOwner(trx, id)
      const { username, disabledAt, role } = locked.staff
      if (!disabledAt) throw new AppError('ACCOUNT_STATE')
      const subject = `staff:${username}`
      const change = { subject, before: { isDisabled: true, role }, after: { isDisabled: false, role } }
      const approved = await passCompanyChange(
        { deps, trx, staff },
        { kind: 'enable-staff', payload: input, ...change },
      )
      await setStaffDisabled(trx, id, false)
      await recordCompanyChange(trx, {
        actor: staff.name,
        action: 'staff.enabled',
        subject,
        ...(approved.approvalId && { after: approved }),
        address: staff.address,
      })
      return getStaffAccount(trx, id)
    }),
  )
}
