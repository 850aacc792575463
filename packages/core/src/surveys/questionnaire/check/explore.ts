import type { Json, Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { evaluateLogic, LogicExhausted } from '../evaluate-logic.ts'
import { listReferences } from '../list-references.ts'
import { listRules, type Step } from '../list-rules.ts'
import { isTruthy } from '../logic-operations.ts'
import { listPossibleAnswers } from './list-possible-answers.ts'

/** How many combinations of answers are tried for one condition. */
const MAX_COMBINATIONS = 5000
/**
 * How many steps a whole check may take: combinations tried, and steps of the conditions evaluated for them. Measured: a tenth of a
 * second. One condition may take them all, and no other request is answered meanwhile.
 */
export const MAX_CHECK_STEPS = 150_000

/** There is more to try than the check may take. */
class TooMany extends Error {}

type Data = { [code: string]: Json }
export type Explorer = {
  steps: readonly Step[]
  byCode: ReadonlyMap<string, Extract<Step, { kind: 'question' }>>
  stepsLeft: number
}
/** all: every combination was tried · some: there are too many, or too many answers to one question. */
export type Extent = 'all' | 'some'

/** Whether a condition holds. @throws LogicExhausted; TooMany once the check has taken its steps */
export function holds(explorer: Explorer, rule: Logic | undefined, data: Data): boolean {
  return rule === undefined || isTruthy(evaluateLogic(rule, data, (steps) => take(explorer, steps)))
}

function take(explorer: Explorer, steps: number): void {
  explorer.stepsLeft -= steps
  if (explorer.stepsLeft < 0) throw new TooMany()
}

/**
 * Visit every state in which a member can arrive at a step: the answers that its conditions depend on, directly and through other
 * conditions. Ends when `visit` has seen enough and returns true. Without the rules that end a survey there are more states, never
 * fewer, so they are left out when they would make the combinations too many: "never" and "always" stay true.
 */
export function explore(explorer: Explorer, target: number, visit: (data: Data) => boolean): Extent {
  // Answers that ended a survey early are checked for contradictions too.
  const isLast = explorer.steps[target]?.kind === 'contradiction'
  const ends = isLast ? [] : explorer.steps.slice(0, target).filter((step) => step.kind === 'ends')
  const withEnds = run(explorer, { target, ends, visit })
  return withEnds === 'all' || ends.length === 0 ? withEnds : run(explorer, { target, ends: [], visit })
}

type Ends = Extract<Step, { kind: 'ends' }>
type Run = { target: number; ends: readonly Ends[]; visit: (data: Data) => boolean }

function run(explorer: Explorer, { target, ends, visit }: Run): Extent {
  const { steps, byCode } = explorer
  const last = steps[target]
  const codes = close(byCode, [...ends, ...(last ? [last] : [])])
  const passed = steps
    .slice(0, target)
    .filter((step) => step.kind === 'question' || step.kind === 'ends')
    .filter((step) => (step.kind === 'question' ? codes.has(step.question.code) : ends.includes(step)))
  let left = MAX_COMBINATIONS
  const walk = (place: number, data: Data): boolean => {
    take(explorer, 1)
    left -= 1
    if (left < 0) throw new TooMany()
    const step = passed[place]
    if (!step) return visit(data)
    if (step.kind !== 'question') {
      const isReached =
        holds(explorer, step.section.showIf, data) &&
        holds(explorer, step.kind === 'ends' ? step.question?.showIf : undefined, data)
      if (isReached && listRules(step).some(({ rule }) => holds(explorer, rule, data))) return false
      return walk(place + 1, data)
    }
    return listStates(explorer, step, data).some((next) => walk(place + 1, next))
  }
  try {
    walk(0, {})
    return 'all'
  } catch (error) {
    if (error instanceof TooMany || error instanceof LogicExhausted) return 'some'
    throw error
  }
}

/** List what the answers can be after a question: each of its own, or the same as before if it is hidden or left open. */
function listStates(
  explorer: Explorer,
  { section, question }: Extract<Step, { kind: 'question' }>,
  data: Data,
): Data[] {
  const isHeld = ({ showIf }: { showIf?: Logic | undefined }) => holds(explorer, showIf, data)
  const options = 'options' in question ? question.options.filter(isHeld) : []
  const rows = question.type === 'grid' ? question.rows.filter(isHeld) : []
  const isAsked =
    isHeld(section) && isHeld(question) && (!isChoice(question) || options.length > 0 || rows.length > 0)
  if (!isAsked) return [data]
  const answers = listPossibleAnswers({ question, options, rows })
  if (!answers) throw new TooMany()
  const answered = answers.map((answer) => ({ ...data, [question.code]: answer }))
  return question.required ? answered : [data, ...answered]
}

const isChoice = (question: Question) => 'options' in question || question.type === 'grid'

/** The codes that steps depend on, directly or through the conditions of what they read. */
function close(byCode: Explorer['byCode'], start: readonly Step[]): Set<string> {
  const codes = new Set<string>()
  const open = [...start]
  for (let step = open.pop(); step; step = open.pop()) {
    const own = listRules(step).map(({ rule }) => rule)
    const around = step.kind === 'section' || step.kind === 'contradiction' ? [] : [step.section.showIf]
    const question = step.kind === 'ends' ? step.question : null
    for (const code of listReferences(...own, ...around, question?.showIf).codes) {
      const named = byCode.get(code)
      if (!named || codes.has(code)) continue
      codes.add(code)
      open.push(named)
    }
  }
  return codes
}
