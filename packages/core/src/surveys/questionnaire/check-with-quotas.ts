import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Db } from '@chuma/db/client'
import { findQuotas, listCells } from '@chuma/db/queries/surveys/quotas'
import { checkQuotas } from '../quotas/check-quotas.ts'
import type { CheckedQuestionnaire } from './check/check-questionnaire.ts'

type Checking = { surveyId: string; questionnaire: Questionnaire; checked: CheckedQuestionnaire }

/** Add to the check of a questionnaire what the quotas of its survey need: publishing it must not make them impossible. */
export async function checkWithQuotas(
  db: Db,
  { surveyId, questionnaire, checked }: Checking,
): Promise<CheckedQuestionnaire> {
  const quotas = await findQuotas(db, surveyId)
  if (!checked.isPublishable || !quotas?.dimensions || quotas.total === null) return checked
  const cells = await listCells(db, surveyId)
  const issues = checkQuotas({ dimensions: quotas.dimensions, cells, total: quotas.total }, questionnaire)
  return {
    ...checked,
    isPublishable: issues.every(({ level }) => level === 'warning'),
    issues: [...checked.issues, ...issues],
  }
}
