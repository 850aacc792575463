import type { Problem } from '@chuma/contract/problems'

/** What is wrong with a row of a file, and in which column; null if it concerns the whole row. */
export type RowProblem = { column: string | null; problem: Problem }

type Imported = { results: { problem: string | null }[] }

/** An import's report from core; the edge adds the texts of its problems. */
export type UnwordedImport<Report extends Imported> = Omit<Report, 'results'> & {
  results: (Omit<Report['results'][number], 'problem'> & { problem: RowProblem | null })[]
}
