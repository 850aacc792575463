import type { surveyQuotas } from '@chuma/contract/surveys/quotas/quotas'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { findDraft } from '@chuma/db/queries/surveys/questionnaires'
import { checkQuotaCounts, findQuotas, listCells } from '@chuma/db/queries/surveys/quotas'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { checkQuotas } from './check-quotas.ts'
import { orderCells } from './order-cells.ts'
import type { QuotaIssue } from './quota-plan.ts'

export type Quotas = Omit<Answer<typeof surveyQuotas>, 'issues'> & { issues: QuotaIssue[] }

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
