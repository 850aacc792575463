import type {
  questionnaireDraft,
  SaveQuestionnaireInput,
} from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findDraft, upsertDraft } from '@chuma/db/queries/surveys/questionnaires'
import { lockOffer } from '@chuma/db/queries/surveys/survey-offers'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

type Draft = Answer<typeof questionnaireDraft>

/** Load a survey's draft. @throws AppError SURVEY_NOT_FOUND */
export async function getDraft({ db }: Pick<Deps, 'db'>, { id }: { id: string }): Promise<Draft> {
  const { version, content, publishedVersion, isPublished, ...found } = await requireDraft(db, id)
  const { savedAt, savedBy } = found
  return { version: version ?? 0, questionnaire: content, savedAt, savedBy, publishedVersion, isPublished }
}

export async function requireDraft(db: Db, surveyId: string) {
  const found = await findDraft(db, surveyId)
  if (!found) throw new AppError('SURVEY_NOT_FOUND')
  return found
}

/**
 * Save a draft, finished or not. Published versions do not change.
 * @throws AppError SURVEY_NOT_FOUND; QUESTIONNAIRE_CHANGED if someone saved another draft since
 */
export function saveQuestionnaire(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id, version, questionnaire }: SaveQuestionnaireInput,
): Promise<Draft> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockOffer(trx, id))) throw new AppError('SURVEY_NOT_FOUND')
    const before = await requireDraft(trx, id)
    if ((before.version ?? 0) !== version) throw new AppError('QUESTIONNAIRE_CHANGED')
    await upsertDraft(trx, { surveyId: id, questionnaire, version: version + 1, savedBy: staff.name })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'save-questionnaire',
      subject: `survey:${id}`,
      before: { version },
      after: { version: version + 1 },
      address: staff.address,
    })
    return getDraft({ db: trx }, { id })
  })
}
