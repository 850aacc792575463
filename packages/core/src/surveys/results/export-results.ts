import type { ExportResultsInput } from '@chuma/contract/surveys/results'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { toCsv } from '@chuma/contract/to-csv'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { listRespondents, type RespondentRow } from '@chuma/db/queries/surveys/survey-results'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { listAnswersOf, readSurvey, toRespondents } from './read-survey.ts'

const PAGE = 5000
/** The maximum of one file; who needs more exports by days. */
const MOST_ROWS = 100_000

/**
 * Export answers as CSV: a row for each person under a pseudonym, closed answers as the codes of the codebook. Written to the audit log.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function exportResults(
  { db }: Pick<Deps, 'db'>,
  { name: actor, address }: StaffActor,
  filter: ExportResultsInput,
): Promise<string> {
  const { questions } = await readSurvey(db, filter)
  const asked = toRespondents(questions, filter)
  const people: RespondentRow[] = []
  while (people.length < MOST_ROWS) {
    const page = await listRespondents(db, asked, { after: people.at(-1)?.respondent, limit: PAGE })
    people.push(...page)
    if (page.length < PAGE) break
  }
  const { id, ...conditions } = filter
  await db.transaction().execute((trx) =>
    insertAuditEntry(trx, {
      actor,
      address,
      action: 'results.exported',
      subject: `survey:${id}`,
      after: { rows: people.length, ...conditions },
    }),
  )
  return toCsv(
    ['respondent', 'day', 'seconds', ...questions.map(({ id: number }) => `q${number}`)],
    people.map(({ respondent, day, seconds, answers }) => [
      respondent,
      day,
      seconds,
      ...questions.map((question) => codeOf(question, answers[String(question.id)])),
    ]),
  )
}

/** Export what the columns and codes of the data mean: a row for each code of a question. */
export async function exportCodebook({ db }: Pick<Deps, 'db'>, { id }: { id: string }): Promise<string> {
  const { questions } = await readSurvey(db, { id })
  return toCsv(
    ['variable', 'question', 'type', 'code', 'label'],
    questions.flatMap((question): (string | number | null)[][] => {
      const row = [`q${question.id}`, question.question, question.type]
      if (question.type === 'text') return [[...row, null, null]]
      return listAnswersOf(question, []).map((answer, at) => [...row, at + 1, answer])
    }),
  )
}

/** Null: not answered. An answer to an earlier wording has no code and stays words. */
function codeOf(question: SurveyQuestion, answer: string | number | undefined): string | number | null {
  if (answer === undefined || answer === '') return null
  if (question.type === 'text') return answer
  const at = listAnswersOf(question, []).indexOf(String(answer))
  return at < 0 ? answer : at + 1
}
