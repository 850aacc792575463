import type { ExportResultsInput } from '@chuma/contract/surveys/results'
import { toCsv } from '@chuma/contract/to-csv'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { listColumns } from './list-columns.ts'
import { readSurvey } from './read-survey.ts'
import { writeResults } from './write-results.ts'

type Cell = string | number | null

/**
 * Export answers as CSV: a row for each person under a pseudonym, closed answers as the codes of the codebook. Written to the audit log.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function exportResults(
  { db }: Pick<Deps, 'db'>,
  { name: actor, address }: StaffActor,
  filter: ExportResultsInput,
): Promise<string> {
  const { text, respondents } = await writeResults(db, filter)
  const { id, ...conditions } = filter
  await db.transaction().execute((trx) =>
    insertAuditEntry(trx, {
      actor,
      address,
      action: 'results.exported',
      subject: `survey:${id}`,
      after: { rows: respondents.length, ...conditions },
    }),
  )
  return text
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
