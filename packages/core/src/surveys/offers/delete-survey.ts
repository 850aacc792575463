import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockOffer, retireOffer } from '@chuma/db/queries/surveys/survey-offers'
import { outdateWaiting } from '../../admin/approvals/outdate-waiting.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'
import { toOfferInput } from './stored-offer.ts'

/**
 * Remove a survey from every list. Members' clicks, attempts and points stay, and started attempts can be completed.
 * @throws AppError SURVEY_NOT_FOUND, also if it is deleted already
 */
export function deleteSurvey(
  deps: Deps,
  staff: StaffActor,
  { id }: { id: string },
): Promise<{ message: Notice }> {
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockOffer(trx, id)
    if (!before) throw new AppError('SURVEY_NOT_FOUND')
    await retireOffer(trx, id)
    const subject = `survey:${id}`
    const kinds = ['update-survey', 'save-eligibility'] as const
    await outdateWaiting(trx, { subject, kinds, by: 'staff', actor: staff.name })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'delete-survey',
      subject,
      before: toOfferInput(before),
      address: staff.address,
    })
    return { message: notice('OFFER_DELETED') }
  })
}
