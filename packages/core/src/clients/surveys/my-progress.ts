import type { SurveyProgress } from '@chuma/contract/clients/client-surveys'
import { countChargedByDay } from '@chuma/db/queries/clients/client-progress'
import { findQuotas, listCells } from '@chuma/db/queries/surveys/quotas'
import type { Deps } from '../../deps.ts'
import { countByCell, hideSmall } from '../../surveys/quotas/get-quotas.ts'
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
  const counted = await countByCell(db, surveyId, 'client')
  const cells = hideSmall(
    orderCells(dimensions, await listCells(db, surveyId)).map((row) => ({
      ...row,
      accepted: counted.get(row.cell) ?? 0,
    })),
    dimensions,
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
