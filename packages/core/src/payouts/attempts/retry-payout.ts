import { recordAct } from '@chuma/db/queries/admin/audit'
import { getAdminWithdrawal } from '@chuma/db/queries/payouts/admin-withdrawals'
import { findReportedReceipt } from '@chuma/db/queries/payouts/payout-attempts'
import { findWithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { AppError, orRefuse } from '../../app-error.ts'
import { requireAnother } from '../../auth/staff.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { openWithdrawal } from '../details.ts'
import { queuePayout } from '../queue/queue.ts'
import { lockPayout } from './payouts.ts'

/**
 * For finance and owners: send a payout again, under a new id, after the last attempt definitely did not pay and the
 * cause was fixed. Never while a result is unknown, nor after any report that it was paid.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, WITHDRAWAL_STATE
 */
export async function retryPayout(deps: Deps, staff: StaffActor, { id }: { id: string }) {
  const ref = orRefuse(await findWithdrawalRef(deps.db, id), 'NOT_FOUND')
  await requireAnother(deps.db, staff, ref.memberId)
  return deps.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    const { withdrawal, attempt } = payout
    const isNotPaid = attempt?.state === 'failed' || attempt?.state === 'not_sent'
    if (withdrawal.status !== 'approved' || withdrawal.payoutState !== 'needs_review' || !isNotPaid) {
      throw new AppError('WITHDRAWAL_STATE')
    }
    if ((await findReportedReceipt(trx, ref)) !== undefined) throw new AppError('WITHDRAWAL_STATE')
    await queuePayout(trx, deps.payouts, { payout, by: 'staff' })
    const queued = openWithdrawal(deps, await getAdminWithdrawal(trx, id))
    await recordAct(trx, staff, {
      action: 'withdrawal.payout-retried',
      subject: `withdrawal:${id}`,
      before: { payoutState: withdrawal.payoutState, attemptNo: attempt.attemptNo },
      after: { payoutState: queued.payoutState },
    })
    return queued
  })
}
