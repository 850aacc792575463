import type { Json, Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type {
  Contradiction,
  Questionnaire,
  Section,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { EndRule, Question } from '@chuma/contract/surveys/questionnaire/questions'

/**
 * What a member passes, in this order: each section, its questions, and the rules that may end the survey behind them. At the end
 * come the contradictions that their answers are checked for.
 */
export type Step =
  | { kind: 'section'; path: string; section: Section }
  | { kind: 'question'; path: string; section: Section; question: Question }
  | { kind: 'ends'; path: string; section: Section; question: Question | null; rules: EndRule[] }
  | { kind: 'contradiction'; path: string; contradiction: Contradiction }

export function listSteps({ sections, contradictions = [] }: Questionnaire): Step[] {
  const asked = sections.flatMap((section, index): Step[] => {
    const path = `sections.${index}`
    return [
      { kind: 'section', path, section },
      ...section.questions.flatMap((question, place): Step[] => {
        const own = `${path}.questions.${place}`
        return [
          { kind: 'question', path: own, section, question },
          { kind: 'ends', path: own, section, question, rules: question.endIf },
        ]
      }),
      { kind: 'ends', path, section, question: null, rules: section.endIf },
    ]
  })
  const checks = contradictions.map((contradiction, index): Step => {
    return { kind: 'contradiction', path: `contradictions.${index}`, contradiction }
  })
  return [...asked, ...checks]
}

export type Rule = { path: string; rule: Logic }

/** The conditions of a step, with their paths. */
export function listRules(step: Step): Rule[] {
  if (step.kind === 'ends')
    return step.rules.map(({ if: rule }, place) => ({ path: `${step.path}.endIf.${place}.if`, rule }))
  if (step.kind === 'section') return onlyGiven([{ path: `${step.path}.showIf`, rule: step.section.showIf }])
  if (step.kind === 'contradiction') return [{ path: `${step.path}.if`, rule: step.contradiction.if }]
  const { question, path } = step
  return onlyGiven([
    { path: `${path}.showIf`, rule: question.showIf },
    ...listNamedParts(question).map(({ name, showIf }) => ({ path: `${path}.${name}.showIf`, rule: showIf })),
  ])
}

/** What a question computes from earlier answers, with its paths: bounds, a constraint and a calculation. */
export function listComputations(step: Step): Rule[] {
  if (step.kind !== 'question') return []
  const { question, path } = step
  const [min, max] = 'min' in question || 'max' in question ? [question.min, question.max] : []
  const isRule = ({ rule }: { rule: Logic | undefined }) => typeof rule === 'object'
  return onlyGiven(
    [
      { path: `${path}.min`, rule: min },
      { path: `${path}.max`, rule: max },
      { path: `${path}.constraint.if`, rule: question.constraint?.if },
      ...(question.type === 'calculation' ? [{ path: `${path}.calculate`, rule: question.calculate }] : []),
    ].filter(isRule),
  )
}

const onlyGiven = (rules: { path: string; rule: Logic | undefined }[]): Rule[] =>
  rules.flatMap(({ path, rule }) => (rule === undefined ? [] : [{ path, rule }]))

/** The options or rows of a question with their names in a path. */
export function listNamedParts(question: Question) {
  if ('options' in question)
    return question.options.map((option, place) => ({ name: `options.${place}`, ...option }))
  if (question.type !== 'grid') return []
  return question.rows.map((row, place) => ({ name: `rows.${place}`, ...row }))
}

type References = {
  /** The codes of the questions that a condition reads. */
  codes: Set<string>
  /** Where inside an answer it reads: `likes.tea`. */
  paths: Set<string>
  /** It computes what it reads, or reads everything: nobody can say what it depends on. */
  isOpen: boolean
}

/** The second argument of these runs over elements: its variables are no questions. */
const OVER_ELEMENTS: ReadonlySet<string> = new Set(['map', 'filter', 'reduce', 'all', 'some', 'none'])

/** List the questions whose answers a condition reads. */
export function listReferences(...rules: (Logic | undefined)[]): References {
  const found: References = { codes: new Set(), paths: new Set(), isOpen: false }
  for (const rule of rules) if (rule !== undefined) collect(rule, found)
  return found
}

function collect(rule: Logic, found: References): void {
  if (Array.isArray(rule)) {
    for (const part of rule) collect(part, found)
    return
  }
  const read = readOperation(rule)
  if (!read) return
  const { operation, values } = read
  if (operation === 'var') addPath(values[0], found)
  if (operation === 'missing') for (const key of values.flat()) addPath(key, found)
  if (operation === 'missing_some') for (const key of [values[1] ?? null].flat()) addPath(key, found)
  const inner = OVER_ELEMENTS.has(operation) ? values.toSpliced(1, 1) : values
  for (const value of inner) collect(value, found)
}

function addPath(path: Logic | undefined, found: References): void {
  if (typeof path !== 'string' || path === '') {
    found.isOpen = true
    return
  }
  found.paths.add(path)
  found.codes.add(path.split('.')[0] ?? path)
}

/** Whether json-logic takes a value for true: unlike in JavaScript, an empty list is false. */
export function isTruthy(value: Json): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** A number that JSON can hold, which has no -0. Dividing by nothing, or counting with words, gives null. */
const toFinite = (value: number): Json => (Number.isFinite(value) ? value + 0 : null)
const toText = (value: Json): string => (value === null ? '' : String(value))
const parse = (value: Json): number => Number.parseFloat(String(value))

/** JavaScript's loose equality, which json-logic defines `==` by. */
function looselyEqual(left: Json, right: Json): boolean {
  if (left === right) return true
  if (left === null || right === null) return false
  if (typeof left === 'object' && typeof right === 'object') return false
  if (typeof left === 'object') return looselyEqual(String(left), right)
  if (typeof right === 'object') return looselyEqual(left, String(right))
  if (typeof left === 'string' && typeof right === 'string') return false
  return Number(left) === Number(right)
}

/**
 * Whether all neighbours are in order. Something that is missing is neither more nor less than anything: JavaScript would
 * take an unanswered question for 0, and every member without an answer would be under 18.
 */
function isOrdered(
  values: Json[],
  holds: (left: number | string, right: number | string) => boolean,
): boolean {
  const [left, right, ...rest] = values
  if (left === undefined || right === undefined || left === null || right === null) return false
  const [first, second] = [toComparable(left), toComparable(right)]
  const bothText = typeof first === 'string' && typeof second === 'string'
  const isHere = bothText ? holds(first, second) : holds(Number(first), Number(second))
  return isHere && (rest.length === 0 || isOrdered([right, ...rest], holds))
}

const toComparable = (value: Exclude<Json, null>): number | string =>
  typeof value === 'object' ? String(value) : typeof value === 'boolean' ? Number(value) : value

function subtract([left = null, right]: Json[]): Json {
  return toFinite(right === undefined ? -Number(left) : Number(left) - Number(right))
}

/** A negative length counts from the end, as in PHP. */
function cut([source = null, start = 0, length]: Json[]): Json {
  const text = String(source)
  const from = Number(start) < 0 ? Math.max(0, text.length + Number(start)) : Number(start)
  const rest = text.slice(from)
  if (length === undefined) return rest
  return Number(length) < 0
    ? rest.slice(0, Math.max(0, rest.length + Number(length)))
    : rest.slice(0, Number(length))
}

function contains([needle = null, hay = null]: Json[]): boolean {
  // The reference says that an empty text contains nothing, not even itself.
  if (typeof hay === 'string') return hay !== '' && hay.includes(String(needle))
  return Array.isArray(hay) && hay.includes(needle)
}

type Operation = (values: Json[]) => Json

/** The operations whose arguments are all evaluated before. */
const SIMPLE_OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['==', ([left = null, right = null]) => looselyEqual(left, right)],
  ['!=', ([left = null, right = null]) => !looselyEqual(left, right)],
  ['===', ([left = null, right = null]) => left === right],
  ['!==', ([left = null, right = null]) => left !== right],
  ['>', (values) => isOrdered(values.slice(0, 2), (left, right) => left > right)],
  ['>=', (values) => isOrdered(values.slice(0, 2), (left, right) => left >= right)],
  ['<', (values) => isOrdered(values.slice(0, 3), (left, right) => left < right)],
  ['<=', (values) => isOrdered(values.slice(0, 3), (left, right) => left <= right)],
  ['!', ([value = null]) => !isTruthy(value)],
  ['!!', ([value = null]) => isTruthy(value)],
  ['+', (values) => toFinite(values.reduce<number>((sum, value) => sum + parse(value), 0))],
  ['*', (values) => toFinite(values.map(parse).reduce((product, value) => product * value, 1))],
  ['-', subtract],
  ['/', ([left = null, right = null]) => toFinite(Number(left) / Number(right))],
  ['%', ([left = null, right = null]) => toFinite(Number(left) % Number(right))],
  ['min', (values) => toFinite(Math.min(...values.map(Number)))],
  ['max', (values) => toFinite(Math.max(...values.map(Number)))],
  ['merge', (values) => values.flat(1)],
  ['in', contains],
  ['cat', (values) => values.map(toText).join('')],
  ['substr', cut],
  // A rule that writes somewhere would not be pure.
  ['log', ([value = null]) => value],
])

/**
 * How many steps a rule may take, and how many characters and elements it may produce. A condition of a survey takes some dozens;
 * every answer of a member evaluates all of them.
 */
const MAX_STEPS = 2000
const MAX_SIZE = 50_000

/** The rule would take longer, or become larger, than a condition of a survey has to. */
export class LogicExhausted extends Error {}

/** What a rule may still use. */
type Budget = { steps: number; size: number }
type Scope = { data: Json; budget: Budget }

/**
 * Evaluate a json-logic rule: the whole public operation set, without side effects. Differs from the reference in one thing:
 * a comparison by `<`, `<=`, `>` or `>=` with something missing never holds. A number that JSON cannot hold is null. Expects
 * a rule without `findLogicProblem`.
 * @param spent counts the steps that it took
 * @throws LogicExhausted
 */
export function evaluateLogic(rule: Logic, data: Json, spent?: (steps: number) => void): Json {
  const budget = { steps: MAX_STEPS, size: MAX_SIZE }
  try {
    return evaluate(rule, { data, budget })
  } finally {
    spent?.(MAX_STEPS - budget.steps)
  }
}

/** Compute a value. One that needs too much is null: the check before publishing reports it. */
export function computeLogic(rule: Logic, data: Json): Json {
  try {
    return evaluateLogic(rule, data)
  } catch (error) {
    if (error instanceof LogicExhausted) return null
    throw error
  }
}

/** Whether a condition holds. */
export const doesHold = (rule: Logic, data: Json): boolean => isTruthy(computeLogic(rule, data))

/** The operation of a rule, and its arguments; undefined for a plain value. */
export function readOperation(rule: Logic): { operation: string; values: Json[] } | undefined {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return undefined
  const [entry, ...others] = Object.entries(rule)
  if (entry === undefined || others.length > 0) return undefined
  const [operation, value] = entry
  return { operation, values: Array.isArray(value) ? value : [value] }
}

function evaluate(rule: Logic, scope: Scope): Json {
  spend(scope.budget, 1, 0)
  if (Array.isArray(rule)) return rule.map((part) => evaluate(part, scope))
  const found = readOperation(rule)
  if (!found) return rule
  const { operation, values } = found
  const lazy = LAZY_OPERATIONS.get(operation)
  if (lazy) return lazy(values, scope)
  const simple = SIMPLE_OPERATIONS.get(operation)
  if (!simple) throw new Error(`unknown operation ${operation}`)
  return measured(simple(values.map((value) => evaluate(value, scope))), scope.budget)
}

/** Repeated joining doubles a text each time: without a limit, thirty rounds fill the memory. */
function measured(value: Json, budget: Budget): Json {
  if (typeof value === 'string' || Array.isArray(value)) spend(budget, 0, value.length)
  return value
}

function spend(budget: Budget, steps: number, size: number): void {
  budget.steps -= steps
  budget.size -= size
  if (budget.steps < 0 || budget.size < 0) throw new LogicExhausted()
}

type Lazy = (values: Json[], scope: Scope) => Json

/** Return the first value that decides an `and` or `or`, or else the last. */
const firstThat =
  (decides: (value: Json) => boolean): Lazy =>
  (values, scope) => {
    let last: Json = null
    for (const value of values) {
      last = evaluate(value, scope)
      if (decides(last)) return last
    }
    return last
  }

const choose: Lazy = (values, scope) => {
  for (let index = 0; index + 1 < values.length; index += 2) {
    if (isTruthy(evaluate(values[index] ?? null, scope))) return evaluate(values[index + 1] ?? null, scope)
  }
  return values.length % 2 === 1 ? evaluate(values.at(-1) ?? null, scope) : null
}

/** Evaluate a rule over the elements of a list. Each element is the data of the inner rule; anything but a list has no elements. */
const overElements =
  (operation: (elements: Json[], run: (data: Json) => Json, initial: () => Json) => Json): Lazy =>
  ([list = null, inner = null, start = null], scope) => {
    const elements = evaluate(list, scope)
    const run = (data: Json) => evaluate(inner, { ...scope, data })
    return operation(Array.isArray(elements) ? elements : [], run, () =>
      start === null ? null : evaluate(start, scope),
    )
  }

function readVariable([path = null, fallback = null]: Json[], data: Json): Json {
  if (path === null || path === '') return data
  let value: Json = data
  for (const key of String(path).split('.')) {
    if (typeof value !== 'object' || value === null || !isPart(value, key)) return fallback
    value = (value as { [key: string]: Json })[key] ?? null
  }
  return value
}

/** The elements of a list and the fields of an object, but not the `length` that JavaScript adds. */
const isPart = (value: object, key: string) => Object.prototype.propertyIsEnumerable.call(value, key)

function listMissing(values: Json[], data: Json): Json[] {
  const keys = Array.isArray(values[0]) ? values[0] : values
  return keys.filter((key) => {
    const value = readVariable([key], data)
    return value === null || value === ''
  })
}

const evaluateAll = (values: Json[], scope: Scope) => values.map((value) => evaluate(value, scope))

const missingSome: Lazy = (values, scope) => {
  const [least = 0, keys = []] = evaluateAll(values, scope)
  const wanted = Array.isArray(keys) ? keys : [keys]
  const missing = listMissing([wanted], scope.data)
  return wanted.length - missing.length >= Number(least) ? [] : missing
}

/** The operations that decide themselves what is evaluated, or that read the data. */
const LAZY_OPERATIONS: ReadonlyMap<string, Lazy> = new Map<string, Lazy>([
  ['if', choose],
  ['?:', choose],
  ['and', firstThat((value) => !isTruthy(value))],
  ['or', firstThat(isTruthy)],
  ['var', (values, scope) => readVariable(evaluateAll(values, scope), scope.data)],
  ['missing', (values, scope) => listMissing(evaluateAll(values, scope), scope.data)],
  ['missing_some', missingSome],
  ['map', overElements((elements, run) => elements.map(run))],
  ['filter', overElements((elements, run) => elements.filter((element) => isTruthy(run(element))))],
  [
    'reduce',
    overElements((elements, run, initial) =>
      elements.reduce<Json>((accumulator, current) => run({ current, accumulator }), initial()),
    ),
  ],
  // json-logic, unlike JavaScript: nothing holds for all of an empty list.
  [
    'all',
    overElements((elements, run) => elements.length > 0 && elements.every((each) => isTruthy(run(each)))),
  ],
  ['none', overElements((elements, run) => !elements.some((element) => isTruthy(run(element))))],
  ['some', overElements((elements, run) => elements.some((element) => isTruthy(run(element))))],
])
