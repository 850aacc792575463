import type { ImportedSurveys, OfferOutcome } from '@chuma/contract/surveys/survey-offers'
import type { ImportedQuizQuestions } from '@chuma/contract/tasks/admin-quiz'
import type { Globals } from './connect.ts'
import { printAnswer } from './print-answer.ts'
import { printTable } from './print-table.ts'
import { EXIT, stopWith } from './stop-with.ts'
import type { Terminal } from './terminal.ts'

type Outcome = OfferOutcome | ImportedQuizQuestions['results'][number]['outcome']
type Row = { line: number; title: string; outcome: Outcome; problem: string | null }
export type FileReport = {
  /** The server's text. */
  answer: ImportedSurveys | ImportedQuizQuestions
  isDryRun: boolean
  /** The valid rows were imported. */
  isImported: boolean
  rows: Row[]
}

const TAKEN = new Set<Outcome>(['created', 'updated', 'unchanged', 'added', 'changed'])

/** @throws Stop if a row is invalid */
export async function reportImport(terminal: Terminal, globals: Globals, report: FileReport): Promise<void> {
  const { answer, isDryRun, isImported, rows } = report
  const bad = rows.filter((row) => !fits(report, row))
  const isNews = (row: Row) => row.outcome !== 'unchanged'
  await printAnswer(terminal, globals, {
    document: answer,
    show: () =>
      printTable(terminal, COLUMNS, { rows: rows.filter(isNews), empty: 'All of it is there already.' }),
  })
  const good = rows.length - bad.length
  const isPartly = isImported && rows.some((row) => fits(report, row) && isNews(row))
  if (bad.length > 0) {
    const rest = isImported ? `the other ${good} were taken over` : 'nothing was taken over'
    throw stopWith(
      isPartly ? EXIT.partly : EXIT.refused,
      `${bad.length} of ${rows.length} rows do not fit; ${rest}.`,
    )
  }
  const end = isDryRun ? 'fit. Nothing was changed: this was a dry run.' : 'were taken over.'
  terminal.stderr.write(`${rows.length} rows ${end}\n`)
}

/** An offer marked `changed` was edited by someone else and left alone; a question marked so was changed by this file. */
function fits({ answer }: FileReport, { outcome }: Row): boolean {
  return TAKEN.has(outcome) && !(outcome === 'changed' && 'createdCount' in answer)
}

const WORDS: Partial<Record<Outcome, string>> = {
  'unknown-id': 'there is none with this ID',
  'needs-second-admin': 'waits for a second person',
  'title-exists': 'there is one of this title already',
  failed: 'something went wrong at the server',
}

const COLUMNS = [
  { head: 'LINE', cell: ({ line }: Row) => line, isNumber: true },
  { head: 'WHAT', cell: ({ title }: Row) => title },
  { head: 'RESULT', cell: ({ outcome }: Row) => outcome },
  { head: 'PROBLEM', cell: ({ outcome, problem }: Row) => problem ?? WORDS[outcome] ?? '' },
]
