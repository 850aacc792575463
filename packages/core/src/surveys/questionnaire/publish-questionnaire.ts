import { type FieldProblems, type Problem, problem } from '@chuma/contract/problems'
import { listQuestions } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type {
  PublishQuestionnaireInput,
  questionnaireVersion,
} from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findVersionOfDraft, insertVersion, listVersions } from '@chuma/db/queries/surveys/questionnaires'
import { lockOffer } from '@chuma/db/queries/surveys/survey-offers'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { type CheckedQuestionnaire, checkQuestionnaire } from './check/check-questionnaire.ts'
import { checkWithQuotas } from './check-with-quotas.ts'
import { requireDraft } from './save-questionnaire.ts'

type Version = Answer<typeof questionnaireVersion>

/**
 * Freeze the draft as the survey's next version: members who start from now on are asked it, and the others keep theirs.
 * Publishing the same draft again, also at the same time, returns the first version.
 * @throws AppError SURVEY_NOT_FOUND; QUESTIONNAIRE_CHANGED if the draft is another by now; INVALID_INPUT with what the check
 * found, and for partners' and instant surveys
 */
export async function publishQuestionnaire(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id, version }: PublishQuestionnaireInput,
): Promise<Version> {
  // Takes long, so it holds no lock. A version of a draft never changes.
  const asked = await requireDraft(db, id)
  const checked = asked.version === version && asked.content && (await checkQuestionnaire(asked.content))
  return db.transaction().execute(async (trx) => {
    const offer = await lockOffer(trx, id)
    if (!offer) throw new AppError('SURVEY_NOT_FOUND')
    if (offer.kind !== 'questions') throw invalidField('id', 'SURVEY_ASKS_ELSEWHERE')
    const draft = await requireDraft(trx, id)
    if (draft.version !== version || !draft.content || !checked) throw new AppError('QUESTIONNAIRE_CHANGED')
    const known = await findVersionOfDraft(trx, id, version)
    if (known) return known
    requirePublishable(await checkWithQuotas(trx, { surveyId: id, questionnaire: draft.content, checked }))

    const next = await insertVersion(trx, {
      surveyId: id,
      draftVersion: version,
      questionCount: listQuestions(draft.content).length,
      publishedBy: staff.name,
    })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'publish-questionnaire',
      subject: `survey:${id}`,
      ...(draft.publishedVersion !== null && { before: { version: draft.publishedVersion } }),
      after: { version: next, draftVersion: version },
      address: staff.address,
    })
    const [published] = await listVersions(trx, id)
    if (!published) throw new Error(`version ${next} of ${id} vanished`)
    return published
  })
}

function requirePublishable({ isPublishable, issues }: CheckedQuestionnaire): void {
  if (isPublishable) return
  const byPath = new Map<string, Problem[]>()
  for (const { path, problem: found, level } of issues) {
    if (level === 'error') byPath.set(path, [...(byPath.get(path) ?? []), found])
  }
  const fields: FieldProblems = Object.fromEntries(byPath)
  throw new AppError('INVALID_INPUT', { fields })
}

/** List a survey's published versions, newest first. @throws AppError SURVEY_NOT_FOUND */
export async function listQuestionnaireVersions(
  { db }: Pick<Deps, 'db'>,
  { id }: { id: string },
): Promise<Version[]> {
  await requireDraft(db, id)
  return listVersions(db, id)
}

/** Check the saved draft. @throws AppError SURVEY_NOT_FOUND */
export async function checkDraft(
  { db }: Pick<Deps, 'db'>,
  { id }: { id: string },
): Promise<CheckedQuestionnaire> {
  const { content } = await requireDraft(db, id)
  if (content === null) {
    const missing = { level: 'error' as const, path: '', problem: problem('QUESTIONNAIRE_MISSING') }
    return { isPublishable: false, issues: [missing], undecidedCount: 0 }
  }
  return checkWithQuotas(db, {
    surveyId: id,
    questionnaire: content,
    checked: await checkQuestionnaire(content),
  })
}
