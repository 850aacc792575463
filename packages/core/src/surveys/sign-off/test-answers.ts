import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type {
  DeleteTestAnswersInput,
  KeepSignOffTestInput,
  KeepTestAnswerInput,
} from '@chuma/contract/surveys/sign-off'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  countTestAnswers,
  deleteTestAnswers as deleteStored,
  findDraftContent,
  findTestAnswer,
  insertTestAnswer,
} from '@chuma/db/queries/surveys/sign-offs'
import { lockOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { describeAsked, toTold, walkQuestionnaire } from '../questionnaire/take-answers.ts'

type Walked = { surveyId: string; draftVersion: number; linkId: string | null; content: Questionnaire }
type Finished = Omit<KeepSignOffTestInput, 'token'>

/** Of one link, and of staff about one survey. */
const MAX_TESTS = 200

/**
 * Keep a finished walk in a table that nothing else reads: no result, file, quota, payment or figure.
 * The caller has locked the link or the survey.
 * @throws AppError INVALID_INPUT naming each answer that is wrong or missing
 */
export async function keepTest(trx: Trx, walked: Walked, { name, seconds, ...walk }: Finished) {
  const { content, ...test } = walked
  const followed = walkQuestionnaire(content, walk, true)
  if ((await countTestAnswers(trx, test)) >= MAX_TESTS)
    throw invalidField('name', 'TOO_MANY', { max: MAX_TESTS })
  const { asked, answers } = describeAsked(followed)
  const { testId: id } = await insertTestAnswer(trx, {
    ...test,
    name,
    seconds,
    outcome: followed.end?.outcome ?? 'complete',
    profile: toTold(walk.profile),
    answers: asked.map(({ id: questionId, question }) => ({
      question,
      answer: toText(answers.get(questionId)),
    })),
  })
  return { id }
}

function toText(answer: AnswerValue | undefined): string {
  if (answer === undefined) return ''
  if (typeof answer !== 'object') return String(answer)
  if ('rows' in answer)
    return Object.entries(answer.rows)
      .map(([row, column]) => `${row}: ${column}`)
      .join(', ')
  return [...answer.choices, ...(answer.other ? [answer.other] : [])].join(', ')
}

/**
 * For content and owners: keep a finished walk of a draft, or of a published version of it, as a test answer.
 * @throws AppError SURVEY_NOT_FOUND; QUESTIONNAIRE_CHANGED for a draft that is no longer known; INVALID_INPUT naming each answer that
 * is wrong or missing
 */
export function keepTestAnswer(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id: surveyId, version: draftVersion, ...walk }: KeepTestAnswerInput,
) {
  return db.transaction().execute(async (trx) => {
    if (!(await lockOffer(trx, surveyId))) throw new AppError('SURVEY_NOT_FOUND')
    const content = orRefuse(await findDraftContent(trx, surveyId, draftVersion), 'QUESTIONNAIRE_CHANGED')
    const kept = await keepTest(
      trx,
      { surveyId, draftVersion, linkId: null, content },
      { ...walk, name: staff.name },
    )
    await recordAct(trx, staff, {
      action: 'test-answer.kept',
      subject: `survey:${surveyId}`,
      after: { testId: kept.id, version: draftVersion },
    })
    return kept
  })
}

/** Read a test answer. @throws AppError NOT_FOUND */
export async function getTestAnswer({ db }: Pick<Deps, 'db'>, { id }: { id: string }) {
  return orRefuse(await findTestAnswer(db, id), 'NOT_FOUND')
}

/**
 * Delete one test answer of a survey, or all.
 * @throws AppError NOT_FOUND if there is none
 */
export function deleteTestAnswers(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id: surveyId, which }: DeleteTestAnswersInput,
) {
  return db.transaction().execute(async (trx) => {
    const deleted = await deleteStored(trx, { surveyId, which })
    if (deleted === 0) throw new AppError('NOT_FOUND')
    await recordAct(trx, staff, {
      action: 'test-answers.deleted',
      subject: `survey:${surveyId}`,
      after: { which, deleted },
    })
    return { deleted }
  })
}
