import superjson, { type SuperJSONResult } from 'superjson'

/** What only superjson itself can write. */
const OTHER = Symbol('other')

/**
 * What `superjson.serialize` answers for an answer that is written as JSON afterwards. Answers are plain JSON with dates in
 * it, nearly always: then only the places of the dates are looked for, and nothing is copied.
 */
export function serializeAnswer(answer: unknown): SuperJSONResult {
  const dates = listDates(answer)
  if (!dates) return superjson.serialize(answer)
  // JSON writes a date as superjson does.
  const json = answer as SuperJSONResult['json']
  if (dates.length === 0) return { json }
  const values: Record<string, ['Date']> = Object.fromEntries(dates.map((path) => [path, ['Date']]))
  return { json, meta: { values, v: 1 } }
}

/** The same as JSON. Written out, the places of the dates take less time than as an object with a key for each. */
export function writeAnswer(answer: unknown): string {
  const dates = listDates(answer)
  if (!dates) return JSON.stringify(superjson.serialize(answer))
  const json = JSON.stringify(answer)
  if (dates.length === 0) return `{"json":${json}}`
  let values = ''
  for (const path of dates) values += values ? `,"${path}":["Date"]` : `"${path}":["Date"]`
  return `{"json":${json},"meta":{"values":{${values}},"v":1}}`
}

/** The paths of all dates; null: only superjson itself can write this answer. */
function listDates(answer: unknown): string[] | null {
  const dates: string[] = []
  return answer instanceof Date || findDates(answer, null, dates) === OTHER ? null : dates
}

/** Where a value stands, written out only where a date does: most values are none. */
type Place = { within: Place | null; key: string | number }

function findDates(value: unknown, place: Place | null, dates: string[]): typeof OTHER | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? undefined : OTHER
    case 'object':
      return value === null ? undefined : findInside(value, place, dates)
    default:
      return OTHER
  }
}

function findInside(value: object, within: Place | null, dates: string[]): typeof OTHER | undefined {
  if (value instanceof Date) {
    if (Number.isNaN(value.valueOf())) return OTHER
    dates.push(pathOf(within))
    return undefined
  }
  const place: Place = { within, key: 0 }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      place.key = index
      if (findDates(value[index], place, dates) === OTHER) return OTHER
    }
    return undefined
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return OTHER
  for (const key in value) {
    if (!isPlainKey(key)) return OTHER
    place.key = key
    if (findDates((value as Record<string, unknown>)[key], place, dates) === OTHER) return OTHER
  }
  return undefined
}

function pathOf(place: Place | null): string {
  if (!place) return ''
  return place.within ? `${pathOf(place.within)}.${place.key}` : String(place.key)
}

const ESCAPED = /[.\\"\p{Cc}\p{Cs}]/u
const SPECIAL = new Set(['__proto__', 'constructor', 'prototype', 'toJSON'])

/** Nearly all are names of fields. Those that are somebody's words would fill it without end. */
const plainKeys = new Set<string>()
const MOST_KEYS = 2000

/** Others are escaped in a path or in JSON, or refused. */
function isPlainKey(key: string): boolean {
  if (plainKeys.has(key)) return true
  const isPlain = !SPECIAL.has(key) && !ESCAPED.test(key)
  if (isPlain && plainKeys.size < MOST_KEYS) plainKeys.add(key)
  return isPlain
}
