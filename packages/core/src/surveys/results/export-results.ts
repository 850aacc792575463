import type { ExportResultsInput } from '@chuma/contract/surveys/results'
import { toCsv } from '@chuma/contract/to-csv'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { listRespondents, type RespondentRow } from '@chuma/db/queries/surveys/survey-results'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { listColumns } from './list-columns.ts'
import { readSurvey, toRespondents } from './read-survey.ts'

type Cell = string | number | null

const PAGE = 5000
/** The maximum of one file. Anyone who needs more exports by days. */
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
  const survey = await readSurvey(db, filter)
  const asked = toRespondents(survey, filter)
  const columns = survey.variables.flatMap(listColumns)
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
    ['respondent', 'day', 'seconds', ...columns.map(({ name }) => name)],
    people.map(({ respondent, day, seconds, answers }) => [
      respondent,
      day,
      seconds,
      ...columns.map(({ id, read }) => read(answers[String(id)])),
    ]),
  )
}

/** Export what the columns and codes of the data mean: a row for each code of a column. */
export async function exportCodebook(
  { db }: Pick<Deps, 'db'>,
  { id, version }: { id: string; version?: number | undefined },
): Promise<string> {
  const { variables } = await readSurvey(db, { id, version })
  return toCsv(
    ['variable', 'question', 'type', 'code', 'label'],
    variables
      .flatMap(listColumns)
      .flatMap(({ name, question, type, codes }): Cell[][] =>
        codes.length === 0
          ? [[name, question, type, null, null]]
          : codes.map(({ code, label }) => [name, question, type, code, label]),
      ),
  )
}
