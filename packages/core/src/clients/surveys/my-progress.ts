import type { SurveyProgress } from '@chuma/contract/clients/client-surveys'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import { countChargedByCell, countChargedByDay } from '@chuma/db/queries/clients/client-progress'
import { findQuotas } from '@chuma/db/queries/surveys/quotas'
import type { Deps } from '../../deps.ts'
import { orderCells } from '../../surveys/quotas/order-cells.ts'
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
  const cells = hideSmall(orderCells(dimensions, await countChargedByCell(db, surveyId)))
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

/** Hides small cells. One alone would be the total less the others, so the smallest of the others is hidden too. */
export function hideSmall<C extends { accepted: number }>(cells: readonly C[]) {
  const hidden = new Set(cells.filter(({ accepted }) => accepted > 0 && accepted < SMALLEST_CELL))
  if (hidden.size === 1) {
    const [next] = cells
      .filter((cell) => !hidden.has(cell) && cell.accepted > 0)
      .sort((one, other) => one.accepted - other.accepted)
    if (next) hidden.add(next)
  }
  return cells.map((cell) => ({ ...cell, accepted: hidden.has(cell) ? null : cell.accepted }))
}
