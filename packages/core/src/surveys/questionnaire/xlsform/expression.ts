import { type Problem, problem } from '@chuma/contract/problems'
import { findLogicProblem, type Logic, MAX_LOGIC_DEPTH } from '@chuma/contract/surveys/questionnaire/logic'
import { evaluateLogic, isTruthy, listReferences, readOperation } from '../evaluate-logic.ts'

/** The part of XPath that XLSForms are written in. */
export type Expression =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  /** `${name}`: another question. */
  | { kind: 'reference'; name: string }
  /** `.`: the answer that a constraint is about. */
  | { kind: 'self' }
  /** A column of the choices, in a choice filter. */
  | { kind: 'column'; name: string }
  | { kind: 'call'; name: string; values: Expression[] }
  | { kind: 'operation'; operator: string; left: Expression; right: Expression }

/** Why an expression cannot be taken. */
export class ExpressionRefused extends Error {
  readonly problem: Problem
  constructor(refused: Problem) {
    super(refused.code)
    this.problem = refused
  }
}

const TOKEN =
  /(?<space>\s+)|(?<up>\.\.\/)|(?<reference>\$\{[^{}]*\})|(?<text>'[^']*'|"[^"]*")|(?<number>\d+(?:\.\d*)?|\.\d+)|(?<operator><=|>=|!=|[=<>+*(),-])|(?<name>[A-Za-z_][\w:-]*(?:\.[\w:-]+)*)|(?<self>\.)|(?<end>$)/y

type Token = { kind: string; text: string }

/** Names may hold a hyphen: `count-selected`. */
function readTokens(text: string): Token[] {
  // Word processors make typographic quotes of straight ones.
  const source = text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').trim()
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  // Older forms name a question by its path: `../age`.
  let isPath = false
  for (;;) {
    const at = TOKEN.lastIndex
    const groups = Object.entries(TOKEN.exec(source)?.groups ?? {})
    const [kind, found = ''] = groups.find(([, part]) => part !== undefined) ?? []
    if (kind === undefined) throw unreadable(source.slice(at))
    if (kind === 'reference') tokens.push({ kind, text: found.slice(2, -1).trim() })
    else if (kind !== 'space' && kind !== 'up')
      tokens.push({ kind: isPath && kind === 'name' ? 'reference' : kind, text: found })
    isPath = kind === 'up'
    if (kind === 'end') return tokens
  }
}

const unreadable = (rest: string) =>
  new ExpressionRefused(problem('XLSFORM_EXPRESSION_UNREADABLE', { part: rest.trim().slice(0, 40) }))

/** From the loosest to the tightest. */
const LEVELS = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
] as const

const MAX_LENGTH = 4000

/** @throws ExpressionRefused */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_LENGTH) throw new ExpressionRefused(problem('XLSFORM_EXPRESSION_LONG'))
  const tokens = readTokens(text)
  const reader: Reader = { tokens, place: 0, depth: 0 }
  const expression = readLevel(reader, 0)
  if (peek(reader).kind !== 'end') throw unreadable(rest(reader))
  return expression
}

type Reader = { tokens: Token[]; place: number; depth: number }

const peek = ({ tokens, place }: Reader): Token => tokens[place] ?? { kind: 'end', text: '' }
const rest = ({ tokens, place }: Reader) =>
  tokens
    .slice(place)
    .map(({ text }) => text)
    .join(' ')

function take(reader: Reader, ...texts: string[]): Token | null {
  const token = peek(reader)
  if (
    token.kind === 'text' ||
    token.kind === 'reference' ||
    (texts.length > 0 && !texts.includes(token.text))
  )
    return null
  reader.place += 1
  return token
}

function readLevel(reader: Reader, level: number): Expression {
  const operators = LEVELS[level]
  if (!operators) return readValue(reader)
  let left = readLevel(reader, level + 1)
  for (let token = take(reader, ...operators); token; token = take(reader, ...operators)) {
    left = { kind: 'operation', operator: token.text, left, right: readLevel(reader, level + 1) }
  }
  return left
}

function readValue(reader: Reader): Expression {
  reader.depth += 1
  // A hostile expression nests deeper than the stack.
  if (reader.depth > MAX_LOGIC_DEPTH * 2) throw new ExpressionRefused(problem('XLSFORM_EXPRESSION_LONG'))
  const value = readInner(reader)
  reader.depth -= 1
  return value
}

function readInner(reader: Reader): Expression {
  if (take(reader, '-')) {
    const value = readValue(reader)
    if (value.kind === 'number') return { kind: 'number', value: -value.value }
    return { kind: 'operation', operator: '-', left: { kind: 'number', value: 0 }, right: value }
  }
  if (take(reader, '(')) {
    const inner = readLevel(reader, 0)
    if (!take(reader, ')')) throw unreadable(rest(reader))
    return inner
  }
  const { kind, text } = peek(reader)
  if (kind === 'operator' || kind === 'end') throw unreadable(rest(reader))
  reader.place += 1
  if (kind === 'reference') return { kind, name: text }
  if (kind === 'text') return { kind, value: text.slice(1, -1) }
  if (kind === 'number') return { kind, value: Number(text) }
  if (kind === 'self') return { kind }
  return take(reader, '(')
    ? { kind: 'call', name: text, values: readArguments(reader) }
    : { kind: 'column', name: text }
}

function readArguments(reader: Reader): Expression[] {
  const values: Expression[] = []
  if (take(reader, ')')) return values
  do values.push(readLevel(reader, 0))
  while (take(reader, ','))
  if (!take(reader, ')')) throw unreadable(rest(reader))
  return values
}

/** The names that an expression reads. */
export function listNames(expression: Expression): string[] {
  if (expression.kind === 'reference') return [expression.name]
  if (expression.kind === 'call') return expression.values.flatMap(listNames)
  if (expression.kind !== 'operation') return []
  return [...listNames(expression.left), ...listNames(expression.right)]
}

/** The parts that all have to hold. */
export const listConjuncts = (expression: Expression): Expression[] =>
  expression.kind === 'operation' && expression.operator === 'and'
    ? [...listConjuncts(expression.left), ...listConjuncts(expression.right)]
    : [expression]

/** Read a question's own name as its answer: some forms write it in its constraint. */
export function aboutSelf(expression: Expression, name: string): Expression {
  const read = (part: Expression) => aboutSelf(part, name)
  if (expression.kind === 'reference' && expression.name === name) return { kind: 'self' }
  if (expression.kind === 'call') return { ...expression, values: expression.values.map(read) }
  if (expression.kind !== 'operation') return expression
  return { ...expression, left: read(expression.left), right: read(expression.right) }
}

/** What a name stands for in conditions. */
export type Target = {
  path: string
  /** one: a code · list: several · value: a number, text, day or time */
  kind: 'one' | 'list' | 'value'
  /** Of a list: it holds at most one code. */
  isSingle?: boolean
  /** The code of an option by its name in the form. */
  codes?: ReadonlyMap<string, string>
}
export type Scope = {
  /** @throws ExpressionRefused for a name that cannot be read here */
  resolve: (name: string) => Target
  self?: Target
  /** In a choice filter: the cells of the option that is decided about. */
  columns?: Readonly<Record<string, string>>
}

/** Turn an expression into json-logic. @throws ExpressionRefused */
export function toLogic(expression: Expression, scope: Scope): Logic {
  const logic = translate(expression, scope)
  const folded = scope.columns ? fold(logic) : logic
  if (findLogicProblem(folded) !== null) throw new ExpressionRefused(problem('XLSFORM_EXPRESSION_LONG'))
  return folded
}

/** A cell that a spreadsheet holds as true or false. */
const CONSTANTS: Readonly<Record<string, boolean>> = { true: true, false: false }

const OPERATIONS: Readonly<Record<string, string>> = {
  ...{ '=': '==', '!=': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' },
  ...{ '+': '+', '-': '-', '*': '*', div: '/', mod: '%', and: 'and', or: 'or' },
}

function translate(expression: Expression, scope: Scope): Logic {
  switch (expression.kind) {
    case 'text':
    case 'number':
      return expression.value
    case 'reference':
    case 'self':
      return { var: targetOf(expression, scope)?.path ?? '' }
    case 'column': {
      const cell = scope.columns?.[expression.name] ?? CONSTANTS[expression.name.toLowerCase()]
      if (cell === undefined)
        throw new ExpressionRefused(problem('XLSFORM_EXPRESSION_UNREADABLE', { part: expression.name }))
      return cell
    }
    case 'call':
      return call(expression, scope)
    case 'operation':
      return operate(expression, scope)
  }
}

function targetOf(expression: Expression | undefined, { resolve, self }: Scope): Target | null {
  if (expression?.kind === 'reference') return resolve(expression.name)
  if (expression?.kind !== 'self') return null
  if (!self) throw new ExpressionRefused(problem('XLSFORM_EXPRESSION_UNREADABLE', { part: '.' }))
  return self
}

type Operation = Extract<Expression, { kind: 'operation' }>

function operate({ operator, left, right }: Operation, scope: Scope): Logic {
  const operation = OPERATIONS[operator] ?? operator
  if (operator === 'and' || operator === 'or') {
    const parts = [left, right]
      .flatMap((part) => flatten(part, operator))
      .map((part) => translate(part, scope))
    return { [operation]: parts }
  }
  const isGiven = asksForAny({ operator, left, right })
  if (isGiven !== null && left.kind === 'call') {
    const target = targetOf(left.values[0], scope)
    if (target) return { [isGiven ? '!=' : '==']: [{ var: target.path }, null] }
  }
  if (operator === '=' || operator === '!=') {
    const compared = compare(left, right, scope) ?? compare(right, left, scope)
    if (compared) return operator === '=' ? compared.equal : (compared.unequal ?? { '!': [compared.equal] })
  }
  if (operator === '-' && left.kind === 'number' && left.value === 0)
    return { '-': [translate(right, scope)] }
  return { [operation]: [translate(left, scope), translate(right, scope)] }
}

/** `string-length(${name}) > 0` asks whether there is an answer. Null: it asks something else. */
function asksForAny({ operator, left, right }: Omit<Operation, 'kind'>): boolean | null {
  if (left.kind !== 'call' || left.name !== 'string-length' || right.kind !== 'number') return null
  const written = `${operator}${right.value}`
  if (['>0', '!=0', '>=1'].includes(written)) return true
  return ['=0', '<1', '<=0'].includes(written) ? false : null
}

const flatten = (part: Expression, operator: string): Expression[] =>
  part.kind === 'operation' && part.operator === operator
    ? [...flatten(part.left, operator), ...flatten(part.right, operator)]
    : [part]

/** An answer next to what is written, or to a cell of the choices. */
function compare(asked: Expression, written: Expression, scope: Scope) {
  const target = targetOf(asked, scope)
  if (!target || targetOf(written, scope)) return null
  const value = translate(written, scope)
  const read = { var: target.path }
  if (value === '') return { equal: { '==': [read, null] }, unequal: { '!=': [read, null] } }
  if (target.kind === 'value') return null
  const code = codeOf(target, value)
  if (target.kind === 'one') return { equal: { '==': [read, code] }, unequal: { '!=': [read, code] } }
  const chosen = { in: [code, read] }
  return { equal: target.isSingle ? chosen : { and: [chosen, { '==': [countOf(target), 1] }] } }
}

const codeOf = ({ codes }: Target, value: Logic): Logic =>
  typeof value === 'string' || typeof value === 'number'
    ? (codes?.get(String(value)) ?? String(value))
    : value

/** How many options an answer holds. */
export const countOf = ({ kind, path }: Pick<Target, 'kind' | 'path'>): Logic =>
  kind === 'list'
    ? { reduce: [{ var: path }, { '+': [{ var: 'accumulator' }, 1] }, 0] }
    : { if: [{ '!=': [{ var: path }, null] }, 1, 0] }

type Call = Extract<Expression, { kind: 'call' }>

/** The functions that json-logic can say. */
const FUNCTIONS: Readonly<Record<string, (values: Logic[]) => Logic>> = {
  not: ([value = null]) => ({ '!': [value] }),
  true: () => true,
  false: () => false,
  boolean: ([value = null]) => ({ '!!': [value] }),
  number: ([value = null]) => value,
  string: ([value = null]) => value,
  date: ([value = null]) => value,
  'date-time': ([value = null]) => value,
  if: (values) => ({ if: values }),
  coalesce: ([first = null, second = null]) => ({ if: [{ '!=': [first, null] }, first, second] }),
  concat: (values) => ({ cat: values }),
  min: (values) => ({ min: values }),
  max: (values) => ({ max: values }),
  contains: ([whole = null, part = null]) => ({ in: [part, whole] }),
  int: ([value = null]) => ({ '-': [value, { '%': [value, 1] }] }),
  substr: ([text = null, start = 0, end]) =>
    end === undefined ? { substr: [text, start] } : { substr: [text, start, { '-': [end, start] }] },
}

function call({ name, values }: Call, scope: Scope): Logic {
  const [first, second] = values
  const target = name === 'selected' || name === 'count-selected' ? targetOf(first, scope) : null
  if (target && name === 'count-selected') return countOf(target)
  if (target && second) {
    const code = codeOf(target, translate(second, scope))
    return target.kind === 'list'
      ? { in: [code, { var: target.path }] }
      : { '==': [{ var: target.path }, code] }
  }
  const say = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (!say) throw new ExpressionRefused(problem('XLSFORM_FUNCTION', { name }))
  return say(values.map((value) => translate(value, scope)))
}

/** Decide what the cells of an option decide: the rest is its condition. */
function fold(logic: Logic): Logic {
  const read = readOperation(logic)
  if (!read) return logic
  const { operation } = read
  if (operation === 'var') return logic
  const { paths, isOpen } = listReferences(logic)
  if (paths.size === 0 && !isOpen) return evaluateLogic(logic, {})
  const values = read.values.map(fold)
  if (operation !== 'and' && operation !== 'or') return { [operation]: values }
  const decides = (value: Logic) => isConstant(value) && isTruthy(value) === (operation === 'or')
  if (values.some(decides)) return operation === 'or'
  const open = values.filter((value) => !isConstant(value))
  const [only = operation === 'and', ...others] = open
  return others.length === 0 ? only : { [operation]: open }
}

const isConstant = (value: Logic) => readOperation(value) === undefined

/** Undefined: it cannot be said here. */
export function tryLogic(expression: Expression, scope: Scope): Logic | undefined {
  try {
    return toLogic(expression, scope)
  } catch (error) {
    if (error instanceof ExpressionRefused) return undefined
    throw error
  }
}
