import type { adminWithdrawal } from '@chuma/contract/admin/admin'
import { isLiftable, type LiftHoldInput } from '@chuma/contract/payouts/holds'
import type { Answer } from '@chuma/contract/timestamp'
import { getAdminWithdrawal } from '@chuma/db/queries/admin/admin'
import { findWithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../approvals/require-another.ts'
import { requireOtherMaker } from '../approvals/require-other-maker.ts'
import { lockPayout } from '../attempts/lock-payout.ts'
import { openWithdrawal } from '../details/seal-account.ts'
import { evaluateHolds } from './evaluate-holds.ts'
import { liftHolds } from './lift-holds.ts'
import { hastenPayout } from './review-holds.ts'
import { refuseHeld } from './wait-for-holds.ts'

/**
 * For finance and owners: end one hold before its time, with a reason for the audit log. An approved payout that nothing else holds
 * is sent at once. To lift is half an approval, so that someone who gave the member points does not.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own and for what one's own credits pay for, WITHDRAWAL_STATE if the hold is over,
 * WITHDRAWAL_HELD for one that nobody lifts
 */
export async function liftHold(
  deps: Deps,
  staff: StaffActor,
  { id, holdId, reason }: LiftHoldInput,
): Promise<Answer<typeof adminWithdrawal>> {
  const ref = await findWithdrawalRef(deps.db, id)
  if (!ref) throw new AppError('NOT_FOUND')
  await requireAnother(deps.db, staff, ref.memberId)
  const terms = await deps.economy()
  await requireOtherMaker(deps.db, staff, { memberId: ref.memberId, terms })
  return deps.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    const { open } = await evaluateHolds(trx, { deps, ref, terms })
    const hold = open.find((each) => each.holdId === holdId)
    if (!hold) throw new AppError('WITHDRAWAL_STATE')
    if (!isLiftable(hold)) refuseHeld([hold])
    await liftHolds(trx, { ref, open: [hold], staff, reason })
    if (open.length === 1) await hastenPayout(trx, payout)
    return openWithdrawal(deps, await getAdminWithdrawal(trx, id))
  })
}
