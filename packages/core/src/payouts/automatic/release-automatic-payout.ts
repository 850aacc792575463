import type { automaticPayout, ReleaseAutomaticInput } from '@chuma/contract/payouts/automatic-payouts'
import type { Answer } from '@chuma/contract/timestamp'
import { lockSwitch, updateSwitch } from '@chuma/db/queries/payouts/automatic/automatic-switch'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import { recordCompanyChange } from '../../admin/audit/record-company-change.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { getAutomaticPayout } from './get-automatic-payout.ts'

/**
 * Let the owner's rule pay again, once a second person agrees that the cause is gone. What waits is looked at again by the sweep.
 * `trippedAt` names the stop: one that was thrown since stays.
 * @throws AppError QUEUE_STATE if it is not stopped, or was stopped again; APPROVAL_PENDING
 */
export async function releaseAutomaticPayout(
  deps: Deps,
  staff: StaffActor,
  input: ReleaseAutomaticInput,
): Promise<Answer<typeof automaticPayout>> {
  const { trippedAt, note } = input
  await orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const { isTripped, cause, reason, trippedBy, trippedAt: since } = await lockSwitch(trx, 'update')
      if (!isTripped || since?.getTime() !== Date.parse(trippedAt)) throw new AppError('QUEUE_STATE')
      const acts = await passApproval(
        trx,
        {
          kind: 'release-automatic-payout',
          subject: 'automatic-payout',
          payload: input,
          before: { isTripped, cause, reason, trippedBy },
          after: { isTripped: false },
          amountKes: null,
          reason: note,
        },
        { staff, isAboveLimit: async () => true },
      )
      await updateSwitch(trx, null)
      await recordCompanyChange(trx, {
        actor: staff.name,
        action: 'automatic-payout.resumed',
        subject: 'automatic-payout',
        before: { cause, reason, trippedBy },
        after: { ...acts },
        reason: note,
        address: staff.address,
      })
    }),
  )
  return getAutomaticPayout(deps)
}
