import type { CreateSurveyInput, surveyOfferDetail } from '@chuma/contract/surveys/survey-offers'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertOffer } from '@chuma/db/queries/surveys/survey-offers'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { doOnce, type Once } from '../../idempotency/do-once.ts'
import { describeOffer } from './get-offer.ts'
import { type OfferAct, passReward } from './pass-reward.ts'
import { requireWholeOffer, toOfferInput, toStoredOffer } from './stored-offer.ts'

/**
 * Add a survey offer; members see it immediately if it is active. Above the day's limit of the caller's person its reward
 * waits for a second person, and so does one for a country where few members live.
 * @throws AppError INVALID_INPUT for conflicting fields, APPROVAL_PENDING
 */
export async function createSurvey(
  deps: Deps,
  staff: StaffActor,
  { idempotencyKey: key, ...input }: CreateSurveyInput & Once,
): Promise<Answer<typeof surveyOfferDetail>> {
  const { pointsPerUsd } = await deps.economy()
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const { secrets } = deps
      const keyed = { secrets, caller: staff.name, operation: 'create-survey', key, request: input }
      const surveyId = await doOnce(trx, keyed, async () => {
        await requireWholeOffer(trx, toStoredOffer(input), pointsPerUsd)
        return addOffer({ deps, trx, staff }, input)
      })
      return describeOffer(trx, surveyId, pointsPerUsd)
    }),
  )
}

export async function addOffer(act: OfferAct, input: CreateSurveyInput): Promise<string> {
  const { trx, staff } = act
  const offer = toStoredOffer(input)
  const after = toOfferInput(offer)
  const acts = await passReward(act, {
    kind: 'create-survey',
    subject: 'survey',
    payload: input,
    before: null,
    after,
    rule: null,
  })
  const surveyId = await insertOffer(trx, offer)
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: 'create-survey',
    subject: `survey:${surveyId}`,
    after: { ...after, ...acts },
    address: staff.address,
  })
  return surveyId
}
