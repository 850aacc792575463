import { type FieldProblems, problem } from '@chuma/contract/problems'
import {
  type ImportQuotasInput,
  MOST_CELLS,
  type QuotaDimension,
  type QuotaTarget,
} from '@chuma/contract/surveys/quotas/quotas'
import { toCsv } from '@chuma/contract/to-csv'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { readCsv } from '../../read-csv.ts'
import { getQuotas, type Quotas, requireQuotas } from './get-quotas.ts'
import { saveQuotas } from './save-quotas.ts'

const TARGET = 'Target'

/** Export the cells of a survey for a spreadsheet: a column for each dimension, and the target. */
export async function exportQuotas({ db }: Pick<Deps, 'db'>, { id }: { id: string }): Promise<string> {
  const { dimensions, cells } = await getQuotas({ db }, { id })
  return toCsv(
    [...dimensions.map(({ code }) => code), TARGET],
    cells.map(({ groups, target }) => [...groups, target]),
  )
}

/**
 * Read what `exportQuotas` wrote, with other targets, and save it. Cells that the file leaves out get no more members; the total
 * becomes the sum of the targets.
 * @throws AppError INVALID_INPUT naming the columns or the line; what `saveQuotas` throws
 */
export async function importQuotas(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id, version, csv }: ImportQuotasInput,
): Promise<Quotas> {
  const { dimensions, softLaunch, dailyPercent, holdMinutes } = await requireQuotas(db, id)
  if (!dimensions || holdMinutes === null) throw new AppError('QUOTAS_CHANGED')
  const cells = await readCells(csv, dimensions)
  const total = cells.reduce((sum, { target }) => sum + target, 0)
  if (total < 1) throw invalidField('csv', 'TOO_SMALL', { min: 1 })
  return saveQuotas({ db }, staff, {
    id,
    version,
    dimensions,
    cells,
    total,
    softLaunch,
    dailyPercent,
    holdMinutes,
  })
}

const MOST_TARGET = 1_000_000

async function readCells(csv: string, dimensions: readonly QuotaDimension[]): Promise<QuotaTarget[]> {
  const { head, rows } = await readCsv(csv, { mostRows: MOST_CELLS })
  const columns = [...dimensions.map(({ code }) => code), TARGET]
  const missing = columns.filter((column) => !head.includes(column))
  if (missing.length > 0) throw invalidField('csv', 'COLUMNS_MISSING', { columns: missing })
  const cells = rows.map(({ line, cells: row }) => {
    const [target = '', ...groups] = [TARGET, ...dimensions.map(({ code }) => code)].map(
      (column) => row[head.indexOf(column)] ?? '',
    )
    const isKnown = groups.every((group, place) =>
      dimensions[place]?.groups.some(({ code }) => code === group),
    )
    if (!isKnown || !/^\d{1,7}$/.test(target) || Number(target) > MOST_TARGET) {
      const fields: FieldProblems = { csv: [problem('LINE_UNREADABLE', { line })] }
      throw new AppError('INVALID_INPUT', { fields })
    }
    return { groups, target: Number(target) }
  })
  return cells
}
