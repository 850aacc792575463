import type {
  CreateSurveyInput,
  surveyOfferDetail,
  UpdateSurveyInput,
} from '@chuma/contract/surveys/survey-offers'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findEligibility } from '@chuma/db/queries/surveys/eligibility/eligibility'
import { lockOffer, type StoredOffer, updateOffer } from '@chuma/db/queries/surveys/survey-offers'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { describeOffer } from './get-offer.ts'
import { type OfferAct, passReward } from './pass-reward.ts'
import { requireWholeOffer, toOfferInput, toStoredOffer } from './stored-offer.ts'

/**
 * Change the given fields. Members who have started keep their questions and promised points.
 * Raising the reward counts against the day's limit of the caller's person. For a survey that few members could take it waits for a
 * second person, as its country does.
 * @throws AppError SURVEY_NOT_FOUND; APPROVAL_PENDING; OFFER_CHANGED if `version` is given and outdated; INVALID_INPUT
 */
export async function updateSurvey(
  deps: Deps,
  staff: StaffActor,
  input: UpdateSurveyInput,
): Promise<Answer<typeof surveyOfferDetail>> {
  const { id, version, ...changes } = input
  const { pointsPerUsd } = await deps.economy()
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const before = await lockOffer(trx, id)
      if (!before) throw new AppError('SURVEY_NOT_FOUND')
      if (version !== undefined && version !== before.version) throw new AppError('OFFER_CHANGED')
      const offer = mergeOffer(before, changes)
      await requireWholeOffer(trx, offer, pointsPerUsd)
      await changeOffer({ deps, trx, staff }, { input, before, offer })
      return describeOffer(trx, id, pointsPerUsd)
    }),
  )
}

type Changes = { [Field in keyof CreateSurveyInput]?: CreateSurveyInput[Field] | undefined }

export function mergeOffer(before: StoredOffer, changes: Changes): StoredOffer {
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return toStoredOffer({ ...toOfferInput(before), ...named })
}

type Change = { input: UpdateSurveyInput; before: StoredOffer; offer: StoredOffer }

/** The caller has locked the survey. */
export async function changeOffer(act: OfferAct, change: Change): Promise<void> {
  const { trx, staff } = act
  const { id } = change.input
  const [before, after] = [toOfferInput(change.before), toOfferInput(change.offer)]
  const subject = `survey:${id}`
  const rule = (await findEligibility(trx, id))?.rule ?? null
  const wish = { kind: 'update-survey', subject, payload: change.input, before, after, rule } as const
  const acts = await passReward(act, wish)
  await updateOffer(trx, id, change.offer)
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: 'update-survey',
    subject,
    before,
    after: { ...after, ...acts },
    address: staff.address,
  })
}
