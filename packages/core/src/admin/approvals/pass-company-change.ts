import type { Trx } from '@chuma/db/client'
import { isSamePerson } from '@chuma/db/queries/admin/people'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import type { ApprovedBy } from './approval.ts'
import { passApproval, type Wish } from './pass-approval.ts'

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
