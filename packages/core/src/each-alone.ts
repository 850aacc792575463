import { isDatabaseBusy, isDatabaseUnreachable } from '@chuma/db/client'
import type { Deps } from './deps.ts'

type Sweep<Row> = {
  /** Names a row to the operator, without personal data. */
  name: (row: Row) => string
  work: (row: Row) => Promise<unknown>
  /** Puts a row that fails aside. */
  onFailure?: (row: Row) => Promise<unknown>
}

/**
 * Do a job's work row by row. A row that fails is reported and delays no other.
 * @throws what the database client throws while it cannot be reached: then every row would fail
 */
export async function eachAlone<Row>(
  { reportFailure }: Pick<Deps, 'reportFailure'>,
  rows: readonly Row[],
  { name, work, onFailure }: Sweep<Row>,
): Promise<void> {
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      if (isDatabaseUnreachable(error)) throw error
      reportFailure(error, `${name(row)} failed`)
      // Busy is not the row's fault.
      if (!isDatabaseBusy(error)) await onFailure?.(row)
    }
  }
}
