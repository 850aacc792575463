import type { Json, Logic } from '@chuma/contract/surveys/questionnaire/logic'
import { isTruthy, SIMPLE_OPERATIONS } from './logic-operations.ts'

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

/** Whether a condition holds. One that needs too much doesn't: the check before publishing reports it. */
export function doesHold(rule: Logic, data: Json): boolean {
  try {
    return isTruthy(evaluateLogic(rule, data))
  } catch (error) {
    if (error instanceof LogicExhausted) return false
    throw error
  }
}

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

/** The list that a rule runs over, and what it does with each element, which is the data of the inner rule. */
function overList([list = null, inner = null]: Json[], scope: Scope) {
  const elements = evaluate(list, scope)
  return {
    elements: Array.isArray(elements) ? elements : [],
    run: (data: Json) => evaluate(inner, { ...scope, data }),
  }
}

const reduce: Lazy = (values, scope) => {
  const { elements, run } = overList(values, scope)
  const initial = values[2] === undefined ? null : evaluate(values[2], scope)
  return elements.reduce<Json>((accumulator, current) => run({ current, accumulator }), initial)
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
  ['reduce', reduce],
  [
    'map',
    (values, scope) => {
      const { elements, run } = overList(values, scope)
      return elements.map(run)
    },
  ],
  [
    'filter',
    (values, scope) => {
      const { elements, run } = overList(values, scope)
      return elements.filter((element) => isTruthy(run(element)))
    },
  ],
  [
    'all',
    (values, scope) => {
      const { elements, run } = overList(values, scope)
      // json-logic, unlike JavaScript: nothing holds for all of an empty list.
      return elements.length > 0 && elements.every((element) => isTruthy(run(element)))
    },
  ],
  [
    'none',
    (values, scope) => {
      const { elements, run } = overList(values, scope)
      return !elements.some((element) => isTruthy(run(element)))
    },
  ],
  [
    'some',
    (values, scope) => {
      const { elements, run } = overList(values, scope)
      return elements.some((element) => isTruthy(run(element)))
    },
  ],
])
