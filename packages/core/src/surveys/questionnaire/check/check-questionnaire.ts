import type { ProblemCode } from '@chuma/contract/problems'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { createPause } from '../../../in-turns.ts'
import { checkReach, type Issue } from './check-reach.ts'
import { checkReferences } from './check-references.ts'
import { checkShape } from './check-shape.ts'

/** A condition that always holds is superfluous and does no harm. */
const WARNINGS: ReadonlySet<ProblemCode> = new Set(['CONDITION_ALWAYS'])

export type CheckedQuestionnaire = {
  isPublishable: boolean
  issues: (Issue & { level: 'error' | 'warning' })[]
  /** Conditions with too many combinations of answers to try, or about texts. */
  undecidedCount: number
}

/**
 * Check whether a questionnaire can be published. What can be reached is judged only if all conditions read earlier questions. Other
 * requests are answered meanwhile.
 */
export async function checkQuestionnaire(questionnaire: Questionnaire): Promise<CheckedQuestionnaire> {
  const pause = createPause()
  const found = checkShape(questionnaire)
  await pause()
  found.push(...checkReferences(questionnaire))
  await pause()
  const reach = found.length > 0 ? { issues: [], undecidedCount: 0 } : await checkReach(questionnaire, pause)
  const issues = [...found, ...reach.issues].map((issue) => ({
    ...issue,
    level: WARNINGS.has(issue.problem.code) ? ('warning' as const) : ('error' as const),
  }))
  return {
    isPublishable: issues.every(({ level }) => level === 'warning'),
    issues,
    undecidedCount: reach.undecidedCount,
  }
}
