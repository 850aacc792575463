import type { OpenAnswer, OpenAnswersInput } from '@chuma/contract/surveys/results'
import { listOpenAnswers } from '@chuma/db/queries/surveys/open-answers'
import type { Deps } from '../../deps.ts'
import { listPeriods, nameOfPeriod, widen } from './periods.ts'
import { readSurvey, requireVariable, toRespondents } from './read-survey.ts'

/** List what people wrote, under pseudonyms. @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field */
export async function listSurveyAnswers(
  { db }: Pick<Deps, 'db'>,
  { questionId, search, category, after, limit, ...filter }: OpenAnswersInput,
): Promise<OpenAnswer[]> {
  const survey = await readSurvey(db, filter)
  const first = survey.variables.find(({ type }) => type === 'text')
  if (questionId === undefined && !first) return []
  const { id } = requireVariable(survey, {
    id: questionId ?? first?.id ?? 0,
    field: 'questionId',
    kind: 'open',
  })
  const asked = await widen(db, toRespondents(survey, filter))
  const answers = await listOpenAnswers(db, asked, {
    questionId: id,
    search,
    category,
    after,
    limit,
  })
  const periods = await listPeriods(db, asked)
  return answers.map((answer) => ({
    ...answer,
    answeredOn: nameOfPeriod(periods, answer.answeredOn) || null,
  }))
}
