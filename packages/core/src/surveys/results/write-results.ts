import type { ExportResultsInput } from '@chuma/contract/surveys/results'
import { toCsv } from '@chuma/contract/to-csv'
import type { Db } from '@chuma/db/client'
import { listRespondents, type RespondentRow } from '@chuma/db/queries/surveys/survey-results'
import { listColumns } from './list-columns.ts'
import { readSurvey, toRespondents } from './read-survey.ts'

const PAGE = 5000
/** The maximum of one file. Anyone who needs more exports by days. */
const MOST_ROWS = 100_000

/** `respondents`: the pseudonyms in the file. `version`: of the questionnaire that it answers. */
export type WrittenResults = { text: string; respondents: string[]; version: number | null }

/**
 * Write answers as CSV: a row for each person under a pseudonym, closed answers as the codes of the codebook. `isCharged`: only those that
 * the survey's client pays for.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function writeResults(
  db: Db,
  filter: ExportResultsInput,
  { isCharged = false } = {},
): Promise<WrittenResults> {
  const survey = await readSurvey(db, filter)
  const asked = { ...toRespondents(survey, filter), isCharged }
  const columns = survey.variables.flatMap(listColumns)
  const people: RespondentRow[] = []
  while (people.length < MOST_ROWS) {
    const page = await listRespondents(db, asked, { after: people.at(-1)?.respondent, limit: PAGE })
    people.push(...page)
    if (page.length < PAGE) break
  }
  const text = toCsv(
    ['respondent', 'day', 'seconds', ...columns.map(({ name }) => name)],
    people.map(({ respondent, day, seconds, answers }) => [
      respondent,
      day,
      seconds,
      ...columns.map(({ id, read }) => read(answers[String(id)])),
    ]),
  )
  return { text, respondents: people.map(({ respondent }) => respondent), version: survey.version }
}
