import { type Problem, problem } from '@chuma/contract/problems'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { createPause } from '../../../in-turns.ts'
import { LogicExhausted } from '../evaluate-logic.ts'
import { listNamedParts, listRules, listSteps, type Rule, type Step } from '../list-rules.ts'
import { type Explorer, explore, holds, MAX_CHECK_STEPS } from './explore.ts'

export type Issue = { path: string; problem: Problem }
type Seen = { holds: boolean; fails: boolean }
type Watched = Rule & { seen: Seen }

/**
 * Find questions and options that nobody can reach, and conditions that never or always hold, by trying the answers they depend
 * on. `undecidedCount`: the conditions with too many combinations to try. Expects conditions that refer to earlier questions only.
 */
export async function checkReach(
  questionnaire: Questionnaire,
  pause = createPause(),
): Promise<{ issues: Issue[]; undecidedCount: number }> {
  const steps = listSteps(questionnaire)
  const questions = steps.filter((step) => step.kind === 'question')
  const explorer: Explorer = {
    steps,
    byCode: new Map(questions.map((step) => [step.question.code, step])),
    stepsLeft: MAX_CHECK_STEPS,
  }
  const issues: Issue[] = []
  let undecidedCount = 0
  for (const [place, step] of steps.entries()) {
    await pause()
    const found = checkStep(explorer, place, step)
    issues.push(...found.issues)
    undecidedCount += found.undecidedCount
  }
  return { issues, undecidedCount }
}

function checkStep(explorer: Explorer, place: number, step: Step) {
  const watched = listRules(step).map((rule) => ({ ...rule, seen: { holds: false, fails: false } }))
  if (watched.length === 0 && step.kind !== 'question') return { issues: [], undecidedCount: 0 }
  const costly: Issue[] = []
  let isReached = false
  const extent = explore(explorer, place, (data) => {
    try {
      isReached = look(explorer, { step, watched, data }) || isReached
    } catch (error) {
      if (!(error instanceof LogicExhausted)) throw error
      costly.push({ path: step.path, problem: problem('LOGIC_TOO_COSTLY') })
      return true
    }
    return isReached && watched.every(({ seen }) => seen.holds && seen.fails)
  })
  if (costly.length > 0) return { issues: costly, undecidedCount: 0 }
  const open = watched.filter(({ seen }) => !(seen.holds && seen.fails)).length
  if (extent === 'some') return { issues: [], undecidedCount: open }
  return { issues: judge(step, watched, isReached), undecidedCount: 0 }
}

type State = { step: Step; watched: readonly Watched[]; data: Parameters<typeof holds>[2] }

/** Note which conditions hold in this state, and return whether the step itself is reached. */
function look(explorer: Explorer, { step, watched, data }: State): boolean {
  const note = ({ rule, seen }: Watched): boolean => {
    const isHeld = holds(explorer, rule, data)
    if (isHeld) seen.holds = true
    else seen.fails = true
    return isHeld
  }
  if (step.kind === 'contradiction') {
    for (const each of watched) note(each)
    return true
  }
  if (step.kind !== 'section' && !holds(explorer, step.section.showIf, data)) return false
  if (step.kind === 'ends') {
    if (step.question && !holds(explorer, step.question.showIf, data)) return false
    // The first rule that holds ends the survey: later ones are not asked.
    watched.find(note)
    return true
  }
  const own = hasOwnRule(step) ? watched[0] : undefined
  if (own && !note(own)) return false
  for (const part of watched) if (part !== own) note(part)
  return true
}

const hasOwnRule = (step: Extract<Step, { kind: 'section' | 'question' }>) =>
  (step.kind === 'section' ? step.section.showIf : step.question.showIf) !== undefined

function judge(step: Step, watched: readonly Watched[], isReached: boolean): Issue[] {
  if (step.kind === 'question' && !isReached) {
    return [{ path: step.path, problem: problem('QUESTION_UNREACHABLE', { code: step.question.code }) }]
  }
  const named = step.kind === 'question' ? listNamedParts(step.question) : []
  return watched.flatMap(({ path, seen }): Issue[] => {
    // Nothing is known about a condition that is never asked.
    if (seen.holds === seen.fails) return []
    if (seen.holds) return [{ path, problem: problem('CONDITION_ALWAYS') }]
    const part = named.find(({ name }) => path === `${step.path}.${name}.showIf`)
    return [
      {
        path,
        problem: part ? problem('OPTION_UNREACHABLE', { code: part.code }) : problem('CONDITION_NEVER'),
      },
    ]
  })
}
