import type { Json, Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { evaluateLogic, LogicExhausted } from '../evaluate-logic.ts'
import { listReferences } from '../list-references.ts'
import { listRules, type Step } from '../list-rules.ts'
import { isTruthy } from '../logic-operations.ts'
import { listPossibleAnswers } from './list-possible-answers.ts'

/** How many combinations of answers are tried for one condition, and for the whole questionnaire. */
const MAX_COMBINATIONS = 5000
export const MAX_TRIES = 200_000

type Data = { [code: string]: Json }
export type Explorer = {
  steps: readonly Step[]
  byCode: ReadonlyMap<string, Extract<Step, { kind: 'question' }>>
  triesLeft: number
}
/** all: every combination was tried · some: there are too many, or too many answers to one question. */
export type Extent = 'all' | 'some'

/** Whether a condition holds. @throws LogicExhausted */
export const holds = (rule: Logic | undefined, data: Data) =>
  rule === undefined || isTruthy(evaluateLogic(rule, data))

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

class TooMany extends Error {}

function run(explorer: Explorer, { target, ends, visit }: Run): Extent {
  const { steps, byCode } = explorer
  const last = steps[target]
  const codes = close(byCode, [...ends, ...(last ? [last] : [])])
  const passed = steps
    .slice(0, target)
    .filter((step) => step.kind === 'question' || step.kind === 'ends')
    .filter((step) => (step.kind === 'question' ? codes.has(step.question.code) : ends.includes(step)))
  let left = Math.min(MAX_COMBINATIONS, explorer.triesLeft)
  const walk = (place: number, data: Data): boolean => {
    explorer.triesLeft -= 1
    left -= 1
    if (left < 0) throw new TooMany()
    const step = passed[place]
    if (!step) return visit(data)
    if (step.kind !== 'question') {
      const isReached =
        holds(step.section.showIf, data) &&
        holds(step.kind === 'ends' ? step.question?.showIf : undefined, data)
      if (isReached && listRules(step).some(({ rule }) => holds(rule, data))) return false
      return walk(place + 1, data)
    }
    return answerEach(step, data, (next) => walk(place + 1, next))
  }
  try {
    walk(0, {})
    return 'all'
  } catch (error) {
    if (error instanceof TooMany || error instanceof LogicExhausted) return 'some'
    throw error
  }
}

/** Try all answers to a question, or none if it is hidden. */
function answerEach(
  { section, question }: Extract<Step, { kind: 'question' }>,
  data: Data,
  visit: (data: Data) => boolean,
): boolean {
  const isShown = holds(section.showIf, data) && holds(question.showIf, data)
  const options = 'options' in question ? question.options.filter(({ showIf }) => holds(showIf, data)) : []
  const rows = question.type === 'grid' ? question.rows.filter(({ showIf }) => holds(showIf, data)) : []
  const isAsked = isShown && (!isChoice(question) || options.length > 0 || rows.length > 0)
  if (!isAsked) return visit(data)
  const answers = listPossibleAnswers({ question, options, rows })
  if (!answers) throw new TooMany()
  if (!question.required && visit(data)) return true
  return answers.some((answer) => visit({ ...data, [question.code]: answer }))
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
