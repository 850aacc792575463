import type { Answer } from '@chuma/contract/fields'
import { type FieldProblems, type Problem, problem } from '@chuma/contract/problems'
import {
  type ImportQuotasInput,
  MAX_CELLS,
  type QuotaDimension,
  type QuotaTarget,
  type ReleaseQuotasInput,
  type SaveQuotasInput,
  type surveyQuotas,
  toCellId,
} from '@chuma/contract/surveys/quotas/quotas'
import { toCsv } from '@chuma/contract/to-csv'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { findDraft, listVersions } from '@chuma/db/queries/surveys/questionnaires'
import {
  checkQuotaCounts,
  countDisclosedByCell,
  findQuotas,
  listCells,
  lockBeforeQuotas,
  lockCells,
  releaseSoftLaunch,
  replaceCells,
  upsertQuota,
} from '@chuma/db/queries/surveys/quotas'
import type { Audience } from '@chuma/db/queries/surveys/respondents'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { readCsv } from '../../read-csv.ts'
import { discloseAnswers, isSmall } from '../results/suppress.ts'
import { checkQuotas, type QuotaIssue } from './check-quotas.ts'

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

const MAX_TARGET = 1_000_000

async function readCells(csv: string, dimensions: readonly QuotaDimension[]): Promise<QuotaTarget[]> {
  const { head, rows } = await readCsv(csv, { mostRows: MAX_CELLS })
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
    if (!isKnown || !/^\d{1,7}$/.test(target) || Number(target) > MAX_TARGET) {
      const fields: FieldProblems = { csv: [problem('LINE_UNREADABLE', { line })] }
      throw new AppError('INVALID_INPUT', { fields })
    }
    return { groups, target: Number(target) }
  })
  return cells
}

type Shown = Omit<Answer<typeof surveyQuotas>, 'issues'> & { issues: QuotaIssue[] }
type Cell = Shown['cells'][number]
/** With every place, as only readers of single answers may see them. */
export type Quotas = Omit<Shown, 'cells'> & {
  cells: (Cell & Record<'reserved' | 'answered' | 'accepted', number>)[]
}

const HOLD_MINUTES = 60
/** Fewer places say nothing about the pace. */
const PACED_FROM = 5

/** Read a survey's quotas with the places of each cell. @throws AppError SURVEY_NOT_FOUND */
export async function getQuotas({ db }: Pick<Deps, 'db'>, { id }: { id: string }): Promise<Quotas> {
  const found = await requireQuotas(db, id)
  const [stored, counts] = [await listCells(db, id), await checkQuotaCounts(db, id)]
  const { dimensions, total, dailyPercent, softLaunch, releasedAt } = found
  const cells = orderCells(dimensions ?? [], stored)
  const plan = { dimensions: dimensions ?? [], cells, total: total ?? 0 }
  const taken = cells.reduce(
    (sum, { reserved, answered, accepted }) => sum + reserved + answered + accepted,
    0,
  )
  return {
    title: found.title,
    version: found.version ?? 0,
    dimensions: plan.dimensions,
    total: plan.total,
    softLaunch,
    dailyPercent,
    holdMinutes: found.holdMinutes ?? HOLD_MINUTES,
    cells: cells.map(({ cell, secondsSinceFirst, ...row }) => ({
      id: cell,
      ...row,
      finishesAt: expectFinish({ ...row, secondsSinceFirst, dailyPercent }),
    })),
    ...counts,
    isPaused: softLaunch !== null && releasedAt === null && taken >= softLaunch,
    releasedAt,
    releasedBy: found.releasedBy,
    savedAt: found.savedAt,
    savedBy: found.savedBy,
    isFrozen: found.isFrozen,
    issues: dimensions ? checkQuotas(plan, (await findDraft(db, id))?.content ?? null) : [],
  }
}

/**
 * Show quotas to a reader. A cell says what its people are, and someone who reads when a member begins or completes a survey could tell from a
 * cell that grew. So without single answers each cell has those whom the results count, who come in batches, and nothing of its pace.
 */
export async function showQuotas(
  { db }: Pick<Deps, 'db'>,
  { id, isRaw }: { id: string; isRaw: boolean },
  read: Promise<Quotas>,
): Promise<Shown> {
  const quotas = await read
  if (isRaw) return quotas
  const counted = await countByCell(db, id, 'staff')
  const cells = quotas.cells.map((cell) => ({ ...cell, accepted: counted.get(cell.id) ?? 0 }))
  return {
    ...quotas,
    acceptedCount: cells.reduce((sum, { accepted }) => sum + accepted, 0),
    cells: hideSmall(cells, quotas.dimensions).map((cell) => ({
      ...cell,
      reserved: null,
      answered: null,
      finishesAt: null,
    })),
  }
}

/** Count the people of each cell whose answers are in the counts of an audience. */
export async function countByCell(db: Db, id: string, audience: Audience): Promise<Map<string, number>> {
  const parts = [null, ...(await listVersions(db, id)).map(({ version }) => version)]
  await discloseAnswers(
    { db },
    { isRaw: false, isCharged: audience === 'client' },
    { surveyId: id, version: 'all', parts, ...EVERYONE },
  )
  return new Map((await countDisclosedByCell(db, id, audience)).map(({ cell, people }) => [cell, people]))
}

const EVERYONE = { quality: 'accepted', from: undefined, to: undefined, who: undefined } as const

/**
 * Hide all cells if one has 1 to 4 people: the answers and groups of the results cut the same people another way, and hide others. Groups that
 * merge answers to a question are hidden always, because one of these answers would follow from the others.
 */
export function hideSmall<C extends { accepted: number }>(
  cells: readonly C[],
  dimensions: readonly Pick<QuotaDimension, 'source' | 'groups'>[],
) {
  const isMerged = dimensions.some(
    ({ source, groups }) => source === 'question' && groups.some(({ codes }) => codes.length > 1),
  )
  const isHidden = isMerged || cells.some(({ accepted }) => isSmall(accepted))
  return cells.map((cell) => ({ ...cell, accepted: isHidden ? null : cell.accepted }))
}

/** @throws AppError SURVEY_NOT_FOUND */
async function requireQuotas(db: Db, id: string) {
  const found = orRefuse(await findQuotas(db, id), 'SURVEY_NOT_FOUND')
  return found
}

type Progress = {
  target: number
  answered: number
  accepted: number
  secondsSinceFirst: number | null
  dailyPercent: number | null
}

const DAY_MS = 86_400_000

/** Expect the finish of a cell from its pace since its first place, and from how much of it may be taken on a day. */
function expectFinish({ target, answered, accepted, secondsSinceFirst, dailyPercent }: Progress) {
  const done = answered + accepted
  const left = target - done
  if (left <= 0 || done < PACED_FROM || secondsSinceFirst === null) return null
  const byPaceMs = (left * secondsSinceFirst * 1000) / done
  const aDay = dailyPercent === null ? left : Math.ceil((target * dailyPercent) / 100)
  return new Date(Date.now() + Math.max(byPaceMs, (Math.ceil(left / aDay) - 1) * DAY_MS))
}

type OrderedCell = { groups: readonly string[] }

/** Put cells in the order of the editor: that of the groups of the first dimension, then of the second. A group that is gone comes last. */
export function orderCells<C extends OrderedCell>(
  dimensions: readonly Pick<QuotaDimension, 'groups'>[],
  cells: readonly C[],
): C[] {
  const placeOf = (code: string | undefined, at: number) => {
    const groups = dimensions[at]?.groups ?? []
    const place = groups.findIndex((group) => group.code === code)
    return place < 0 ? groups.length : place
  }
  return cells.toSorted((one, other) => {
    for (const at of dimensions.keys()) {
      const difference = placeOf(one.groups[at], at) - placeOf(other.groups[at], at)
      if (difference !== 0) return difference
    }
    return 0
  })
}

/**
 * Store a survey's quotas. They begin before the first member does; afterwards targets may change, and never fall below the places
 * that are taken.
 * @throws AppError SURVEY_NOT_FOUND; QUOTAS_CHANGED if someone saved others since; INVALID_INPUT with what the check found, for
 * surveys that members have begun without quotas, and for partners' and instant surveys
 */
export function saveQuotas({ db }: Pick<Deps, 'db'>, staff: StaffActor, input: SaveQuotasInput) {
  const { id, version, cells, ...plan } = input
  return db.transaction().execute(async (trx) => {
    const isBegun = await lockBeforeQuotas(trx, id)
    const before = await requireQuotas(trx, id)
    if ((before.version ?? 0) !== version) throw new AppError('QUOTAS_CHANGED')
    if (before.kind !== 'questions') throw invalidField('id', 'SURVEY_ASKS_ELSEWHERE')
    if (isBegun && version === 0) throw invalidField('id', 'QUOTA_AFTER_START')
    await requireFillable(trx, input)
    await requireRoom(trx, input, before)

    await upsertQuota(trx, { surveyId: id, ...plan, version: version + 1, savedBy: staff.name })
    await replaceCells(trx, id, toCells(input))
    await recordAct(trx, staff, {
      action: 'save-quotas',
      subject: `survey:${id}`,
      ...(version > 0 && { before: describePlan(before) }),
      after: { ...describePlan(plan), cells: cells.length },
    })
    return getQuotas({ db: trx }, { id })
  })
}

type Plan = {
  total: number | null
  softLaunch: number | null
  dailyPercent: number | null
  holdMinutes: number | null
}

const describePlan = ({ total, softLaunch, dailyPercent, holdMinutes }: Plan) => ({
  total,
  softLaunch,
  dailyPercent,
  holdMinutes,
})

async function requireFillable(trx: Trx, { id, ...plan }: SaveQuotasInput): Promise<void> {
  const draft = await findDraft(trx, id)
  const byPath = new Map<string, Problem[]>()
  for (const { level, path, problem: found } of checkQuotas(plan, draft?.content ?? null)) {
    const field = path.replace(/^quotas\./, '')
    if (level === 'error') byPath.set(field, [...(byPath.get(field) ?? []), found])
  }
  if (byPath.size === 0) return
  const fields: FieldProblems = Object.fromEntries(byPath)
  throw new AppError('INVALID_INPUT', { fields })
}

/** Members wait for the lock: what is taken now stays so until the targets have changed. */
async function requireRoom(
  trx: Trx,
  { id, dimensions, cells }: SaveQuotasInput,
  before: Awaited<ReturnType<typeof requireQuotas>>,
): Promise<void> {
  const taken = new Map((await lockCells(trx, id)).map((row) => [row.cell, row.taken]))
  const isFrozen = before.isFrozen || [...taken.values()].some((count) => count > 0)
  if (isFrozen && !isSame(before.dimensions, dimensions)) throw invalidField('dimensions', 'QUOTA_FROZEN')
  const fields: FieldProblems = {}
  for (const [place, { groups, target }] of cells.entries()) {
    const count = taken.get(toCellId(groups)) ?? 0
    if (target < count) fields[`cells.${place}.target`] = [problem('QUOTA_TARGET_TAKEN', { taken: count })]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}

/** Labels may change: they decide nothing. */
function isSame(before: SaveQuotasInput['dimensions'] | null, after: SaveQuotasInput['dimensions']): boolean {
  const bare = (dimensions: SaveQuotasInput['dimensions']) =>
    dimensions.map(({ source, code, groups }) => [
      source,
      code,
      groups.map((group) => [group.code, group.codes]),
    ])
  return JSON.stringify(bare(before ?? [])) === JSON.stringify(bare(after))
}

function toCells({ dimensions, cells }: SaveQuotasInput) {
  return cells.map(({ groups, target }) => ({
    cell: toCellId(groups),
    groups,
    target,
    profile: Object.fromEntries(
      dimensions.flatMap(({ source, code, groups: all }, place) => {
        const codes = all.find((group) => group.code === groups[place])?.codes
        return source === 'profile' && codes ? [[code, codes]] : []
      }),
    ),
  }))
}

/**
 * End the soft launch of a survey, so that its cells fill to their targets. Of concurrent calls one counts.
 * @throws AppError SURVEY_NOT_FOUND; QUOTAS_CHANGED if others were saved since; ALREADY_DECIDED if none is on
 */
export function releaseQuotas(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id, version }: ReleaseQuotasInput,
): Promise<Quotas> {
  return db.transaction().execute(async (trx) => {
    const before = await requireQuotas(trx, id)
    if (before.version !== version) throw new AppError('QUOTAS_CHANGED')
    if (!(await releaseSoftLaunch(trx, { surveyId: id, version, releasedBy: staff.name })))
      throw new AppError('ALREADY_DECIDED')
    await recordAct(trx, staff, {
      action: 'release-quotas',
      subject: `survey:${id}`,
      after: { isReleased: true },
    })
    return getQuotas({ db: trx }, { id })
  })
}
