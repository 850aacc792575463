import type { adminPremiumPayment, DecidePremiumPaymentInput } from '@chuma/contract/premium/premium'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockPremium } from '@chuma/db/queries/premium/premium'
import { findPaymentRef, getAdminPayment, lockPayment } from '@chuma/db/queries/premium/premium-payments'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { requireAnother } from '../payouts/approvals/require-another.ts'
import { movePayment } from './move-payment.ts'

/**
 * Decide a payment in review: staff who have read the provider's statement grant premium or close the payment. Of
 * concurrent decisions one counts.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ALREADY_DECIDED, PREMIUM_STATE to grant it to an erased member
 */
export async function decidePremiumPayment(
  deps: Deps,
  staff: StaffActor,
  { id, decision, note }: DecidePremiumPaymentInput,
): Promise<Answer<typeof adminPremiumPayment>> {
  const ref = await findPaymentRef(deps.db, id)
  if (!ref) throw new AppError('NOT_FOUND')
  await requireAnother(deps.db, staff, ref.memberId)
  const { timeZone } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const member = await lockPremium(trx, ref.memberId)
    const payment = await lockPayment(trx, ref)
    const payer = member && { email: member.email, timeZone }
    const decided = { by: 'staff', decidedBy: staff.name, decisionNote: note } as const
    const outcome =
      decision === 'close'
        ? ({ to: 'closed' } as const)
        : ({ to: 'paid', resultCode: null, resultDescription: null } as const)
    await movePayment(trx, { ref, payment, payer }, { ...decided, ...outcome })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: `premium-payment.${decision === 'grant' ? 'granted' : 'closed'}`,
      subject: `premium-payment:${id}`,
      before: { state: payment.state },
      reason: note,
      address: staff.address,
    })
    return getAdminPayment(trx, ref)
  })
}
