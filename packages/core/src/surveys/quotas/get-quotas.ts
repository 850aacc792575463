import type { QuotaDimension, surveyQuotas } from '@chuma/contract/surveys/quotas/quotas'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { findDraft, listVersions } from '@chuma/db/queries/surveys/questionnaires'
import {
  checkQuotaCounts,
  countDisclosedByCell,
  findQuotas,
  listCells,
} from '@chuma/db/queries/surveys/quotas'
import type { Audience } from '@chuma/db/queries/surveys/respondents'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { discloseAnswers } from '../results/disclosure.ts'
import { isSmall } from '../results/suppress.ts'
import { checkQuotas } from './check-quotas.ts'
import { orderCells } from './order-cells.ts'
import type { QuotaIssue } from './quota-plan.ts'

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
  for (const version of [null, ...(await listVersions(db, id)).map((each) => each.version)])
    await discloseAnswers(
      { db },
      { isRaw: false, isCharged: audience === 'client' },
      { surveyId: id, version, ...EVERYONE },
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
export async function requireQuotas(db: Db, id: string) {
  const found = await findQuotas(db, id)
  if (!found) throw new AppError('SURVEY_NOT_FOUND')
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
function expectFinish({
  target,
  answered,
  accepted,
  secondsSinceFirst,
  dailyPercent,
}: Progress): Date | null {
  const done = answered + accepted
  const left = target - done
  if (left <= 0 || done < PACED_FROM || secondsSinceFirst === null) return null
  const byPaceMs = (left * secondsSinceFirst * 1000) / done
  const aDay = dailyPercent === null ? left : Math.ceil((target * dailyPercent) / 100)
  return new Date(Date.now() + Math.max(byPaceMs, (Math.ceil(left / aDay) - 1) * DAY_MS))
}
