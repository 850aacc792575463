import { toCsv } from '@chuma/contract/to-csv'
import type { Deps } from '../../deps.ts'
import { type Cell, listColumns } from './list-columns.ts'
import { readSurvey } from './read-survey.ts'

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
