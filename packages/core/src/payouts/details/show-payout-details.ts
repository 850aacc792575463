import type { shownPayoutDetails } from '@chuma/contract/payouts/payout-details'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findPayoutDetails } from '@chuma/db/queries/payouts/payouts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { isLostWith } from '../../secrets/create-secrets.ts'
import { openWithdrawal } from './seal-account.ts'

/**
 * Show where one withdrawal is paid, unmasked. Every call is in the audit log, without the details.
 * @throws AppError NOT_FOUND, SECRET_LOST
 */
export function showPayoutDetails(
  deps: Pick<Deps, 'db' | 'secrets' | 'reportFailure'>,
  staff: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof shownPayoutDetails>> {
  return deps.db.transaction().execute(async (trx) => {
    const details = await findPayoutDetails(trx, id)
    if (!details) throw new AppError('NOT_FOUND')
    if (details.accountNumber && isLostWith(deps.secrets, String(details.accountNumber)))
      throw new AppError('SECRET_LOST', { what: 'account' })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'withdrawal.details-shown',
      subject: `withdrawal:${id}`,
      address: staff.address,
    })
    return openWithdrawal(deps, details)
  })
}
