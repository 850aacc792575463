import type { automaticPayout, TripAutomaticInput } from '@chuma/contract/payouts/automatic-payouts'
import type { Answer } from '@chuma/contract/timestamp'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { getAutomaticPayout } from './get-automatic-payout.ts'
import { tripAutomaticPayout } from './trip-automatic-payout.ts'

/**
 * Stop automatic payouts immediately, for staff who may manage payouts. Withdrawals wait for a person from the commit on.
 * @throws AppError QUEUE_STATE if they are stopped already
 */
export async function stopAutomaticPayout(
  deps: Deps,
  staff: StaffActor,
  { reason }: TripAutomaticInput,
): Promise<Answer<typeof automaticPayout>> {
  const { name: actor, address } = staff
  await deps.db.transaction().execute(async (trx) => {
    if (!(await tripAutomaticPayout(trx, { cause: 'staff', reason, actor, address }))) {
      throw new AppError('QUEUE_STATE')
    }
  })
  return getAutomaticPayout(deps)
}
