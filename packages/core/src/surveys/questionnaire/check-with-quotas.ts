import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Db } from '@chuma/db/client'
import { findQuotas, listCells } from '@chuma/db/queries/surveys/quotas'
import { checkQuotas } from '../quotas/check-quotas.ts'
import { type CheckedQuestionnaire, checkQuestionnaire } from './check/check-questionnaire.ts'

/** Check a questionnaire together with the quotas of its survey: publishing it must not make them impossible. */
export async function checkWithQuotas(
  db: Db,
  surveyId: string,
  questionnaire: Questionnaire,
): Promise<CheckedQuestionnaire> {
  const checked = checkQuestionnaire(questionnaire)
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
