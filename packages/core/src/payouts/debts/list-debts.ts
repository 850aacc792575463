import type { debt, ListDebtsInput } from '@chuma/contract/payouts/debts'
import type { Answer } from '@chuma/contract/timestamp'
import { listDebts as listRows } from '@chuma/db/queries/payouts/debts'
import type { Deps } from '../../deps.ts'

/** List members who owe points, the oldest debt first, with what it is worth today. */
export async function listDebts(deps: Deps, input: ListDebtsInput): Promise<Answer<typeof debt>[]> {
  const { kesPerPoint } = await deps.economy()
  const rows = await listRows(deps.db, input)
  return rows.map((row) => ({ ...row, amountKes: row.points * kesPerPoint }))
}
