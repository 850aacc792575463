import type { CategoriesInput, CodeFrame } from '@chuma/contract/surveys/answer-categories'
import type { Db } from '@chuma/db/client'
import { countFrame, listCategories } from '@chuma/db/queries/surveys/categories'
import type { Deps } from '../../../deps.ts'
import { readSurvey, requireVariable, toRespondents } from '../read-survey.ts'

/** Find the open question that a call names. @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field */
export async function requireOpenQuestion(db: Db, { id, version, questionId }: CategoriesInput) {
  const survey = await readSurvey(db, { id, version })
  requireVariable(survey, { id: questionId, field: 'questionId', kind: 'open' })
  return { surveyId: id, version: survey.version, questionId }
}

/**
 * List the categories of an open question with the number of their answers.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function getCodeFrame({ db }: Pick<Deps, 'db'>, input: CategoriesInput): Promise<CodeFrame> {
  const question = await requireOpenQuestion(db, input)
  const asked = toRespondents({ variables: [], version: question.version }, { id: input.id, quality: 'all' })
  const [categories, counts] = await Promise.all([
    listCategories(db, question),
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
