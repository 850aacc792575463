import type { Json } from '@chuma/contract/surveys/questionnaire/logic'

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
export const SIMPLE_OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
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
