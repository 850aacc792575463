import type { adminWithdrawal } from '@chuma/contract/admin/admin'
import type { Answer } from '@chuma/contract/timestamp'
import { getAdminWithdrawal } from '@chuma/db/queries/admin/admin'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { barDecision } from '@chuma/db/queries/payouts/automatic/payout-decisions'
import { wasEverSent } from '@chuma/db/queries/payouts/payout-attempts'
import { findWithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { lockPayout } from '../attempts/lock-payout.ts'
import { openWithdrawal } from '../details/seal-account.ts'
import { moveAttempt, moveWithdrawal } from '../move-payout.ts'
import { requireAnother } from './require-another.ts'

/**
 * For finance and owners: make an approved withdrawal pending again if nothing of it was sent. Takes the same locks as a
 * worker that starts sending, so exactly one of them succeeds. The worker's job finds its attempt marked as not sent and
 * does nothing; a new approval creates a new job.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, WITHDRAWAL_STATE
 */
export async function undoApproval(
  deps: Deps,
  staff: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof adminWithdrawal>> {
  const ref = await findWithdrawalRef(deps.db, id)
  if (!ref) throw new AppError('NOT_FOUND')
  await requireAnother(deps.db, staff, ref.memberId)
  return deps.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    const { withdrawal, attempt } = payout
    // If it was ever sent and failed, a person has to investigate instead.
    if (await wasEverSent(trx, ref)) throw new AppError('WITHDRAWAL_STATE')
    if (attempt?.state === 'prepared') {
      const resultDescription = 'The approval was undone before sending'
      await moveAttempt(trx, { ref, attempt }, { to: 'not_sent', by: 'staff', resultDescription })
    }
    await moveWithdrawal(trx, payout, { to: 'pending', by: 'staff' })
    // The rule would approve it again.
    await barDecision(trx, payout.ref)
    const undone = openWithdrawal(deps, await getAdminWithdrawal(trx, id))
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'withdrawal.approval-undone',
      subject: `withdrawal:${id}`,
      before: { status: withdrawal.status, payoutState: withdrawal.payoutState },
      after: { status: undone.status, payoutState: undone.payoutState },
      address: staff.address,
    })
    return undone
  })
}
