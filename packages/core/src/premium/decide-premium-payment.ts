import type { AdminPremiumPayment, DecidePremiumPaymentInput } from '@chuma/contract/premium/premium'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockPremium } from '@chuma/db/queries/premium/premium'
import {
  findPaymentRef,
  getAdminPayment,
  lockPayment,
  updatePayment,
} from '@chuma/db/queries/premium/premium-payments'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { requireAnother } from '../payouts/approvals/require-another.ts'
import { grantPaid } from './check-premium-payment.ts'

/**
 * Ends what the provider's words could not: a person who looked into the statement grants what was paid for, or closes the
 * payment without it. Once; of two decisions at the same time one counts.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ALREADY_DECIDED, PREMIUM_STATE to grant to whoever is gone
 */
export async function decidePremiumPayment(
  deps: Deps,
  staff: StaffActor,
  { id, decision, note }: DecidePremiumPaymentInput,
): Promise<AdminPremiumPayment> {
  const ref = await findPaymentRef(deps.db, id)
  if (!ref) throw new AppError('NOT_FOUND')
  requireAnother(staff, ref.memberId)
  const { timeZone } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const member = await lockPremium(trx, ref.memberId)
    const { state, months } = await lockPayment(trx, ref)
    if (state !== 'review') throw new AppError('ALREADY_DECIDED')
    await updatePayment(trx, ref, { decidedBy: staff.name, decisionNote: note })
    if (decision === 'close') await updatePayment(trx, ref, { state: 'closed' })
    else if (!member) throw new AppError('PREMIUM_STATE')
    else await grantPaid(trx, ref, { member, months, timeZone })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: `premium-payment.${decision === 'grant' ? 'granted' : 'closed'}`,
      subject: `premium-payment:${id}`,
      before: { state },
      reason: note,
      address: staff.address,
    })
    return getAdminPayment(trx, ref)
  })
}
