import { problem } from '@chuma/contract/problems'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { type Explorer, explore, MAX_CHECK_STEPS } from '../questionnaire/check/explore.ts'
import { listSteps, type Step } from '../questionnaire/list-rules.ts'
import type { QuotaIssue, QuotaPlan } from './quota-plan.ts'

/**
 * Find cells that no answers to the screening lead to, by trying the answers. Says nothing when there are too many to try. Expects
 * dimensions that exist, and conditions that read earlier questions.
 */
export function checkCellReach({ dimensions, cells }: QuotaPlan, questionnaire: Questionnaire): QuotaIssue[] {
  const asked = dimensions.flatMap((dimension, place) =>
    dimension.source === 'question' ? [{ ...dimension, place }] : [],
  )
  if (asked.length === 0) return []
  const wanted = cells.filter(({ target }) => target > 0)
  const nameOf = (groups: readonly (string | undefined)[]) =>
    asked.map(({ place }) => groups[place]).join('|')
  const unseen = new Set(wanted.map(({ groups }) => nameOf(groups)))
  const { explorer, last } = screeningOf(
    questionnaire,
    asked.map(({ code }) => code),
  )
  const extent = explore(explorer, last, (data) => {
    const groups: (string | undefined)[] = []
    for (const { place, code, groups: all } of asked) {
      groups[place] = all.find(({ codes }) => codes.some((each) => each === data[code]))?.code
    }
    unseen.delete(nameOf(groups))
    return unseen.size === 0
  })
  if (extent === 'some') return []
  return cells.flatMap(({ groups, target }, place): QuotaIssue[] =>
    target > 0 && unseen.has(nameOf(groups))
      ? [
          {
            level: 'error',
            path: `cells.${place}`,
            problem: problem('QUOTA_CELL_UNREACHABLE', { code: groups.join(' · ') }),
          },
        ]
      : [],
  )
}

/** The steps of the screening, and behind them one that reads the answers which decide the cell. */
function screeningOf(questionnaire: Questionnaire, codes: string[]): { explorer: Explorer; last: number } {
  const steps = listSteps(questionnaire).filter(
    (step) => step.kind !== 'contradiction' && step.section.isScreening,
  )
  const [section] = questionnaire.sections
  if (!section) throw new Error('a questionnaire has a section')
  const reading: Step = {
    kind: 'section',
    path: 'quotas',
    section: { ...section, showIf: { and: codes.map((code) => ({ var: code })) } },
  }
  const all = [...steps, reading]
  const questions = all.filter((step) => step.kind === 'question')
  const byCode = new Map(questions.map((step) => [step.question.code, step]))
  return { explorer: { steps: all, byCode, stepsLeft: MAX_CHECK_STEPS }, last: steps.length }
}
