import { type Problem, problem } from '@chuma/contract/problems'
import type { Json, Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import {
  type Choice,
  isExclusive,
  isRequired,
  type Question,
  type QuestionOption,
} from '@chuma/contract/surveys/questionnaire/questions'
import { createPause } from '../../../in-turns.ts'
import {
  evaluateLogic,
  isTruthy,
  LogicExhausted,
  listComputations,
  listNamedParts,
  listReferences,
  listRules,
  listSteps,
  type Rule,
  type Step,
} from '../evaluate-logic.ts'
import { computeAnswer } from '../follow.ts'

export type Issue = { path: string; problem: Problem }
type Seen = { holds: boolean; fails: boolean }
type Watched = Rule & { seen: Seen }

/**
 * Find questions and options that nobody can reach, and conditions that never or always hold, by trying the answers they depend
 * on. `undecidedCount`: the conditions with too many combinations to try. Expects conditions that refer to earlier questions only.
 */
export async function checkReach(questionnaire: Questionnaire, pause = createPause()) {
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
type Extent = 'all' | 'some'

/** Whether a condition holds. @throws LogicExhausted; TooMany once the check has taken its steps */
function holds(explorer: Explorer, rule: Logic | undefined, data: Data): boolean {
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
  // Any profile may meet any answers.
  if (codes.has(PROFILE)) return 'some'
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
  if (question.type === 'calculation') {
    const value = computeAnswer(question, data)
    return [value === null ? data : { ...data, [question.code]: value }]
  }
  const answers = listPossibleAnswers({ question, options, rows })
  if (!answers) throw new TooMany()
  const answered = answers.map((answer) => ({ ...data, [question.code]: answer }))
  return isRequired(question) ? answered : [data, ...answered]
}

const isChoice = (question: Question) => 'options' in question || question.type === 'grid'

const PROFILE = 'profile'
const isCalculated = ({ path }: Rule) => path.endsWith('.calculate')

/** The codes that steps depend on, directly or through the conditions of what they read. */
function close(byCode: Explorer['byCode'], start: readonly Step[]): Set<string> {
  const codes = new Set<string>()
  const open = [...start]
  for (let step = open.pop(); step; step = open.pop()) {
    const own = [...listRules(step), ...listComputations(step).filter(isCalculated)].map(({ rule }) => rule)
    const around = step.kind === 'section' || step.kind === 'contradiction' ? [] : [step.section.showIf]
    const question = step.kind === 'ends' ? step.question : null
    for (const code of listReferences(...own, ...around, question?.showIf).codes) {
      const named = byCode.get(code)
      if (!named && code === PROFILE) codes.add(code)
      if (!named || codes.has(code)) continue
      codes.add(code)
      open.push(named)
    }
  }
  return codes
}

/** More answers than this to one question are not tried. */
const MAX_ANSWERS = 256

type Shown = { question: Question; options: readonly Choice[]; rows: readonly QuestionOption[] }

/**
 * List every answer that a question allows, as conditions read it. Null: too many to try, such as all texts. Whether it may stay
 * unanswered is not part of it.
 */
function listPossibleAnswers({ question, options, rows }: Shown): Json[] | null {
  switch (question.type) {
    case 'multiple-choice':
      return options.map(({ code }) => code)
    case 'yes-no':
      return ['yes', 'no']
    case 'rating':
      return range(1, 5)
    case 'scale':
      return range(question.from, question.to)
    case 'number': {
      const { min, max, decimals, codes = [] } = question
      if (typeof min !== 'number' || typeof max !== 'number') return null
      const isFew = decimals === 0 && max - min < MAX_ANSWERS
      return isFew ? [...range(Math.ceil(min), Math.floor(max)), ...codes.map(({ code }) => code)] : null
    }
    case 'note':
      return question.consent ? ['yes'] : []
    case 'text':
    case 'date':
    case 'time':
    case 'date-time':
    case 'ranking':
    case 'calculation':
      return null
    case 'choices':
      return listChoices(options, question)
    case 'grid':
      return listGrids(
        rows.map(({ code }) => code),
        question.columns.map(({ code }) => code),
        question.required,
      )
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place)

type Count = { least?: number | undefined; most?: number | undefined }

function listChoices(options: readonly Choice[], { least = 1, most = options.length }: Count) {
  if (2 ** options.length > MAX_ANSWERS) return null
  const isNone = (code: string) => options.some((option) => option.code === code && isExclusive(option))
  const fewest = Math.min(least, options.filter((option) => !isExclusive(option)).length)
  let all: string[][] = [[]]
  for (const { code } of options) all = [...all, ...all.map((chosen) => [...chosen, code])]
  return all.filter(
    (chosen) =>
      (chosen.length === 1 && chosen.some(isNone)) ||
      (chosen.length >= Math.max(1, fewest) && chosen.length <= most && !chosen.some(isNone)),
  )
}

function listGrids(rows: string[], columns: string[], isWhole: boolean): Json[] | null {
  const each = columns.length + (isWhole ? 0 : 1)
  if (each ** rows.length > MAX_ANSWERS) return null
  let all: { [row: string]: string }[] = [{}]
  for (const row of rows) {
    const marked = all.flatMap((grid) => columns.map((column) => ({ ...grid, [row]: column })))
    all = isWhole ? marked : [...all, ...marked]
  }
  return all.filter((grid) => Object.keys(grid).length > 0)
}
