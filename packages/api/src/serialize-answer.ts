import superjson, { type SuperJSONResult } from 'superjson'

/** What only superjson itself can write. */
const OTHER = Symbol('other')

/**
 * What `superjson.serialize` answers for an answer that is written as JSON afterwards. Answers are plain JSON with dates in
 * it, nearly always: then only the places of the dates are looked for, and nothing is copied.
 */
export function serializeAnswer(answer: unknown): SuperJSONResult {
  const dates: Record<string, ['Date']> = {}
  if (answer instanceof Date || findDates(answer, null, dates) === OTHER) return superjson.serialize(answer)
  // JSON writes a date as superjson does.
  const json = answer as SuperJSONResult['json']
  for (const _ in dates) return { json, meta: { values: dates, v: 1 } }
  return { json }
}

/** Where a value stands, written out only where a date does: most values are none. */
type Place = { within: Place | null; key: string | number }

function findDates(
  value: unknown,
  place: Place | null,
  dates: Record<string, ['Date']>,
): typeof OTHER | undefined {
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

function findInside(
  value: object,
  within: Place | null,
  dates: Record<string, ['Date']>,
): typeof OTHER | undefined {
  if (value instanceof Date) {
    if (Number.isNaN(value.valueOf())) return OTHER
    dates[pathOf(within)] = ['Date']
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

const SPECIAL = new Set(['__proto__', 'constructor', 'prototype', 'toJSON'])

/** Nearly all are names of fields. Those that are somebody's words would fill it without end. */
const plainKeys = new Set<string>()
const MOST_KEYS = 2000

/** Others are escaped in a path, or refused. */
function isPlainKey(key: string): boolean {
  if (plainKeys.has(key)) return true
  const isPlain = !SPECIAL.has(key) && !key.includes('.') && !key.includes('\\')
  if (isPlain && plainKeys.size < MOST_KEYS) plainKeys.add(key)
  return isPlain
}
