import type { CodeAnswersInput, CodeFrame } from '@chuma/contract/surveys/answer-categories'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockCategories, codeAnswers as storeCodes } from '@chuma/db/queries/surveys/categories'
import type { StaffActor } from '../../../admin/staff/require-staff.ts'
import { invalidField } from '../../../app-error.ts'
import type { Deps } from '../../../deps.ts'
import { getCodeFrame, requireOpenQuestion } from './get-code-frame.ts'

/**
 * Put open answers into categories, and take them out of others. What others have chosen for the same answers meanwhile stays.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field, also for a category that was just removed
 */
export function codeAnswers(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { respondents, add, remove, ...input }: CodeAnswersInput,
): Promise<CodeFrame> {
  return db.transaction().execute(async (trx) => {
    const question = await requireOpenQuestion(trx, input)
    const found = await lockCategories(trx, question, { codes: [...add, ...remove], isFinal: false })
    const idOf = new Map(found.map(({ code, categoryId }) => [code, categoryId]))
    const answers = await storeCodes(trx, question, {
      respondents,
      add: toIds(add, { idOf, field: 'add' }),
      remove: toIds(remove, { idOf, field: 'remove' }),
      codedBy: staff.name,
    })
    if (answers < new Set(respondents).size) throw invalidField('respondents', 'RESPONDENT_UNKNOWN')
    await insertAudit(trx, staff, { ...question, add, remove, answers })
    return getCodeFrame({ db: trx }, input)
  })
}

function toIds(
  codes: readonly number[],
  { idOf, field }: { idOf: Map<number, string>; field: string },
): string[] {
  return [...new Set(codes)].map((code) => {
    const id = idOf.get(code)
    if (id === undefined) throw invalidField(field, 'CATEGORY_UNKNOWN')
    return id
  })
}

/** How many answers, not whose: pseudonyms stay out of the log. */
function insertAudit(
  trx: Trx,
  staff: StaffActor,
  { surveyId, ...after }: { surveyId: string; answers: number; add: number[]; remove: number[] },
) {
  return insertAuditEntry(trx, {
    actor: staff.name,
    address: staff.address,
    action: 'results.answers-coded',
    subject: `survey:${surveyId}`,
    after,
  })
}
