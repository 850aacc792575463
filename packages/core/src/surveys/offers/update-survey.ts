import type {
  CreateSurveyInput,
  surveyOfferDetail,
  UpdateSurveyInput,
} from '@chuma/contract/surveys/survey-offers'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockOffer, type StoredOffer, updateOffer } from '@chuma/db/queries/surveys/survey-offers'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { describeOffer } from './get-offer.ts'
import { requireWholeOffer, toOfferInput, toStoredOffer } from './stored-offer.ts'

/**
 * Change the given fields. Members who have started keep their questions and promised points.
 * @throws AppError SURVEY_NOT_FOUND; OFFER_CHANGED if `version` is given and outdated; INVALID_INPUT
 */
export async function updateSurvey(
  deps: Deps,
  staff: StaffActor,
  { id, version, ...changes }: UpdateSurveyInput,
): Promise<Answer<typeof surveyOfferDetail>> {
  const { pointsPerUsd } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockOffer(trx, id)
    if (!before) throw new AppError('SURVEY_NOT_FOUND')
    if (version !== undefined && version !== before.version) throw new AppError('OFFER_CHANGED')
    const offer = mergeOffer(before, changes)
    await requireWholeOffer(trx, offer)
    await changeOffer(trx, staff, { id, before, offer })
    return describeOffer(trx, id, pointsPerUsd)
  })
}

type Changes = { [Field in keyof CreateSurveyInput]?: CreateSurveyInput[Field] | undefined }

export function mergeOffer(before: StoredOffer, changes: Changes): StoredOffer {
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return toStoredOffer({ ...toOfferInput(before), ...named })
}

type Change = { id: string; before: StoredOffer; offer: StoredOffer }

/** The caller has locked the survey. */
export async function changeOffer(trx: Trx, staff: StaffActor, { id, before, offer }: Change): Promise<void> {
  await updateOffer(trx, id, offer)
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: 'update-survey',
    subject: `survey:${id}`,
    before: toOfferInput(before),
    after: toOfferInput(offer),
    address: staff.address,
  })
}
