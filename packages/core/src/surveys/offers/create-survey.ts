import type { CreateSurveyInput, surveyOfferDetail } from '@chuma/contract/surveys/survey-offers'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertOffer, type StoredOffer } from '@chuma/db/queries/surveys/survey-offers'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { doOnce, type Once } from '../../idempotency/do-once.ts'
import { describeOffer } from './get-offer.ts'
import { requireWholeOffer, toOfferInput, toStoredOffer } from './stored-offer.ts'

/** Add a survey offer; members see it immediately if it is active. @throws AppError INVALID_INPUT for conflicting fields */
export async function createSurvey(
  deps: Deps,
  staff: StaffActor,
  { idempotencyKey: key, ...input }: CreateSurveyInput & Once,
): Promise<Answer<typeof surveyOfferDetail>> {
  const { pointsPerUsd } = await deps.economy()
  const offer = toStoredOffer(input)
  return deps.db.transaction().execute(async (trx) => {
    const keyed = { caller: staff.name, operation: 'create-survey', key, request: input }
    const surveyId = await doOnce(trx, keyed, async () => {
      await requireWholeOffer(trx, offer)
      return addOffer(trx, staff, offer)
    })
    return describeOffer(trx, surveyId, pointsPerUsd)
  })
}

export async function addOffer(trx: Trx, staff: StaffActor, offer: StoredOffer): Promise<string> {
  const surveyId = await insertOffer(trx, offer)
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: 'create-survey',
    subject: `survey:${surveyId}`,
    after: toOfferInput(offer),
    address: staff.address,
  })
  return surveyId
}
