import type { SurveyProgress } from '@chuma/contract/clients/client-surveys'
import { countChargedByCell, countChargedByDay } from '@chuma/db/queries/clients/client-progress'
import { findQuotas } from '@chuma/db/queries/surveys/quotas'
import type { Deps } from '../../deps.ts'
import { orderCells } from '../../surveys/quotas/order-cells.ts'
import { suppress } from '../../surveys/results/suppress.ts'
import type { ClientActor } from '../sessions/require-client.ts'
import { requireOwnSurvey } from './require-own-survey.ts'

/** Read how accepted answers to one's own survey came in, by day and by cell of its quotas. @throws AppError SURVEY_NOT_FOUND */
export async function getMyProgress(
  { db }: Pick<Deps, 'db'>,
  client: ClientActor,
  { id }: { id: string },
): Promise<SurveyProgress> {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  const days = await countChargedByDay(db, surveyId)
  const dimensions = (await findQuotas(db, surveyId))?.dimensions ?? []
  const cells = hideSmall(
    orderCells(dimensions, await countChargedByCell(db, surveyId)),
    dimensions.length > 1,
  )
  const labelOf = (code: string, at: number) =>
    dimensions[at]?.groups.find((group) => group.code === code)?.label ?? code
  return {
    days,
    cells: cells.map(({ cell, groups, target, accepted }) => ({
      id: cell,
      groups: groups.map(labelOf),
      target,
      accepted,
    })),
  }
}

/**
 * Hides small cells, whose total is shown. Where cells cross several groups they add up in more ways than one, so a small one hides all, and so
 * does a total of fewer than five.
 */
export function hideSmall<C extends { accepted: number }>(cells: readonly C[], isCrossed = false) {
  const shown = suppress(cells.map(({ accepted }) => accepted))
  const isAll = isCrossed && shown.includes(null)
  return cells.map((cell, at) => ({ ...cell, accepted: isAll ? null : (shown[at] ?? null) }))
}
