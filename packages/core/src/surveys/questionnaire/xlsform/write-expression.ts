import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { readOperation } from '../evaluate-logic.ts'

/** A rule that XPath, as far as forms use it, does not say. */
export class RuleUnsaid extends Error {}

export type Naming = {
  /** Questions by their codes. */
  questions: ReadonlyMap<string, Question>
  /** The question whose constraint is written: its answer is `.`. */
  self?: string
}

/** From the loosest to the tightest; a function is tighter than all. */
const STRENGTHS: Readonly<Record<string, number>> = {
  ...{ or: 1, and: 2, '=': 3, '!=': 3, '<': 4, '<=': 4, '>': 4, '>=': 4 },
  ...{ '+': 5, '-': 5, '*': 6, div: 6, mod: 6 },
}
const WRITTEN: Readonly<Record<string, string>> = {
  ...{ '==': '=', '===': '=', '!=': '!=', '!==': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' },
  ...{ '+': '+', '-': '-', '*': '*', '/': 'div', '%': 'mod', and: 'and', or: 'or' },
}
const FUNCTIONS: Readonly<Record<string, string>> = {
  '!': 'not',
  '!!': 'boolean',
  cat: 'concat',
  min: 'min',
  max: 'max',
}

type Written = { text: string; strength: number }
const TIGHT = 9

/** Write a rule as XPath. @throws RuleUnsaid */
export const writeRule = (rule: Logic, naming: Naming): string => write(rule, naming).text

function write(rule: Logic, naming: Naming): Written {
  const read = readOperation(rule)
  if (!read) return { text: writeValue(rule), strength: TIGHT }
  const { operation, values } = read
  const special = SPECIAL[operation]?.(values, naming)
  if (special) return special
  const operator = Object.hasOwn(WRITTEN, operation) ? WRITTEN[operation] : undefined
  if (operator)
    return values.length === 1 && operation === '-'
      ? join('-', [0, ...values], naming)
      : join(operator, values, naming)
  const name = Object.hasOwn(FUNCTIONS, operation) ? FUNCTIONS[operation] : undefined
  if (!name) throw new RuleUnsaid()
  return call(name, values, naming)
}

const call = (name: string, values: readonly Logic[], naming: Naming): Written => ({
  text: `${name}(${values.map((value) => write(value, naming).text).join(', ')})`,
  strength: TIGHT,
})

function join(operator: string, values: readonly Logic[], naming: Naming): Written {
  const strength = STRENGTHS[operator] ?? TIGHT
  if (values.length < 2) throw new RuleUnsaid()
  const parts = values.map((value, place) => {
    const part = write(value, naming)
    const isLoose =
      part.strength < strength ||
      (part.strength === strength && (place > 0 || strength === 3 || strength === 4))
    return isLoose ? `(${part.text})` : part.text
  })
  if (parts.length > 2 && (strength === 3 || strength === 4)) throw new RuleUnsaid()
  return { text: parts.join(` ${operator} `), strength }
}

function writeValue(value: Logic): string {
  if (value === null) return "''"
  if (typeof value === 'boolean') return `${value}()`
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw new RuleUnsaid()
  if (value.includes("'") && value.includes('"')) throw new RuleUnsaid()
  return value.includes("'") ? `"${value}"` : `'${value}'`
}

type Special = (values: readonly Logic[], naming: Naming) => Written | null

const SPECIAL: Readonly<Record<string, Special>> = {
  var: ([path = null], { questions, self }) => {
    const [code = '', row, ...deeper] = String(path).split('.')
    const question = questions.get(code)
    const isRow = question?.type === 'grid' && question.rows.some((each) => each.code === row)
    if (!question || deeper.length > 0 || (row !== undefined && !isRow)) throw new RuleUnsaid()
    const text = code === self ? '.' : `\${${row === undefined ? code : nameRow(code, row)}}`
    return { text, strength: TIGHT }
  },
  // A list of codes next to one answer is one of them; a code next to a list is chosen in it.
  in: ([sought = null, list = null], naming) => {
    if (Array.isArray(list))
      return list.length === 1
        ? join('=', [sought, list[0] ?? null], naming)
        : join(
            'or',
            list.map((code) => ({ '==': [sought, code] })),
            naming,
          )
    return isList(list, naming) ? call('selected', [list, sought], naming) : null
  },
  if: (values, naming) => {
    const [condition = null, first = null, ...rest] = values
    if (values.length < 3) throw new RuleUnsaid()
    return call('if', [condition, first, rest.length > 1 ? { if: rest } : (rest[0] ?? null)], naming)
  },
  reduce: ([list = null, step = null, start = null], naming) => {
    const isCount = JSON.stringify(step) === COUNT_STEP && start === 0 && isList(list, naming)
    if (!isCount) throw new RuleUnsaid()
    return call('count-selected', [list], naming)
  },
}

const COUNT_STEP = JSON.stringify({ '+': [{ var: 'accumulator' }, 1] })

function isList(value: Logic, { questions }: Naming): boolean {
  const read = readOperation(value)
  const type = read?.operation === 'var' ? questions.get(String(read.values[0]))?.type : undefined
  return type === 'choices' || type === 'ranking'
}

/** A grid's rows are questions of a form, whose names are unique. */
export const nameRow = (grid: string, row: string): string => `${grid}_${row}`
