import type {
  CategoriesInput,
  ChangeCategoryInput,
  CodeAnswersInput,
  CodeFrame,
} from '@chuma/contract/surveys/answers'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  countFrame,
  insertCategory,
  isNameTaken,
  listCategories,
  lockCategories,
  renameCategory,
  retireCategory,
  codeAnswers as storeCodes,
} from '@chuma/db/queries/surveys/categories'
import { lockOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError, invalidField } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { readSurvey, requireVariable, toRespondents } from './read-survey.ts'

type Question = Awaited<ReturnType<typeof requireOpenQuestion>>
type Change = ChangeCategoryInput['change']

/**
 * Add, rename, merge or remove a category of an open question. Changes of one survey follow one another, and wait for people who are putting
 * answers into the category.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export function changeCategory(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { change, ...input }: ChangeCategoryInput,
): Promise<CodeFrame> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockOffer(trx, input.id))) throw new AppError('SURVEY_NOT_FOUND')
    const question = await requireOpenQuestion(trx, input)
    const changed = await makeChange(trx, question, { change, by: staff.name })
    await recordAct(trx, staff, {
      action: 'results.category-changed',
      subject: `survey:${input.id}`,
      ...(changed.before && { before: changed.before }),
      after: { questionId: question.questionId, ...change, ...changed.after },
    })
    return getCodeFrame({ db: trx }, input)
  })
}

async function makeChange(trx: Trx, question: Question, { change, by }: { change: Change; by: string }) {
  if (change.kind === 'add') {
    await requireFreeName(trx, question, { name: change.name, code: 0 })
    const code = await insertCategory(trx, { ...question, name: change.name, createdBy: by })
    return { after: { code } }
  }
  const codes = change.kind === 'merge' ? [change.code, change.into] : [change.code]
  const found = await lockCategories(trx, question, { codes, isFinal: true })
  const own = found.find(({ code }) => code === change.code)
  if (!own) throw invalidField('change.code', 'CATEGORY_UNKNOWN')
  const before = { code: own.code, name: own.name }
  if (change.kind === 'rename') {
    await requireFreeName(trx, question, change)
    await renameCategory(trx, own.categoryId, change.name)
    return { before }
  }
  if (change.kind === 'remove') {
    return { before, after: { answers: await retireCategory(trx, question, own) } }
  }
  if (change.into === change.code) throw invalidField('change.into', 'REPEATED')
  const into = found.find(({ code }) => code === change.into)
  if (!into) throw invalidField('change.into', 'CATEGORY_UNKNOWN')
  const answers = await retireCategory(trx, question, { categoryId: own.categoryId, into: into.categoryId })
  return { before, after: { answers } }
}

async function requireFreeName(trx: Trx, question: Question, named: { name: string; code: number }) {
  if (await isNameTaken(trx, question, named)) throw invalidField('change.name', 'NAME_TAKEN')
}

/** Find the open question that a call names. @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field */
async function requireOpenQuestion(db: Db, { id, version, questionId }: CategoriesInput) {
  const survey = await readSurvey(db, { id, version })
  requireVariable(survey, { id: questionId, field: 'questionId', kind: 'open' })
  return { surveyId: id, questionId }
}

/**
 * List the categories of an open question with the number of their answers.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function getCodeFrame({ db }: Pick<Deps, 'db'>, input: CategoriesInput): Promise<CodeFrame> {
  await requireOpenQuestion(db, input)
  const asked = toRespondents({ variables: [], version: 'all' }, { id: input.id, quality: 'all' })
  const [categories, counts] = await Promise.all([
    listCategories(db, input.id),
    countFrame(db, asked, input.questionId),
  ])
  const countOf = (wanted: number | null) => counts.find(({ code }) => code === wanted)?.answers ?? 0
  return {
    questionId: input.questionId,
    categories: categories
      .filter(({ questionId }) => questionId === input.questionId)
      .map(({ code, name }) => ({ code, name, answers: countOf(code) })),
    answered: counts[0]?.answered ?? 0,
    uncoded: countOf(null),
  }
}

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

function toIds(codes: readonly number[], { idOf, field }: { idOf: Map<number, string>; field: string }) {
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
  return recordAct(trx, staff, { action: 'results.answers-coded', subject: `survey:${surveyId}`, after })
}
