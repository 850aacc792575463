import type { Problem } from '@chuma/contract/problems'

/** What is wrong with a row of a file, and in which of its columns; null where it is the row as a whole. */
export type RowProblem = { column: string | null; problem: Problem }

type Imported = { results: { problem: string | null }[] }

/** The report of an import as core gives it: a door puts its problems into words. */
export type UnwordedImport<Report extends Imported> = Omit<Report, 'results'> & {
  results: (Omit<Report['results'][number], 'problem'> & { problem: RowProblem | null })[]
}
