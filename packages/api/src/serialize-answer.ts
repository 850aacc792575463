import superjson, { type SuperJSONResult } from 'superjson'

/** What only superjson itself can write. */
const OTHER = Symbol('other')

/**
 * What `superjson.serialize` answers for an answer that is written as JSON afterwards. Answers are plain JSON with dates in
 * it, nearly always: then only the places of the dates are looked for, and nothing is copied.
 */
export function serializeAnswer(answer: unknown): SuperJSONResult {
  const dates: Record<string, ['Date']> = {}
  if (answer instanceof Date || findDates(answer, '', dates) === OTHER) return superjson.serialize(answer)
  // JSON writes a date as superjson does.
  const json = answer as SuperJSONResult['json']
  for (const _ in dates) return { json, meta: { values: dates, v: 1 } }
  return { json }
}

function findDates(value: unknown, path: string, dates: Record<string, ['Date']>): typeof OTHER | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? undefined : OTHER
    case 'object':
      return value === null ? undefined : findInside(value, path, dates)
    default:
      return OTHER
  }
}

function findInside(value: object, path: string, dates: Record<string, ['Date']>): typeof OTHER | undefined {
  if (Array.isArray(value)) {
    for (let place = 0; place < value.length; place++) {
      if (findDates(value[place], join(path, String(place)), dates) === OTHER) return OTHER
    }
    return undefined
  }
  if (value instanceof Date) {
    if (Number.isNaN(value.valueOf())) return OTHER
    dates[path] = ['Date']
    return undefined
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return OTHER
  for (const key in value) {
    if (!isPlainKey(key)) return OTHER
    if (findDates((value as Record<string, unknown>)[key], join(path, key), dates) === OTHER) return OTHER
  }
  return undefined
}

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

/** Others are escaped in a path, or refused. */
function isPlainKey(key: string): boolean {
  return (
    !/[.\\]/.test(key) &&
    key !== '__proto__' &&
    key !== 'constructor' &&
    key !== 'prototype' &&
    key !== 'toJSON'
  )
}
