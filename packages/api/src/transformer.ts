import superjson, { type SuperJSONResult } from 'superjson'

/** Writes what superjson writes, and leaves out its walk and copy of answers that JSON carries unchanged: most are. */
export const transformer = {
  serialize: (value: unknown): SuperJSONResult =>
    isPlain(value) ? { json: value } : superjson.serialize(value),
  deserialize: superjson.deserialize,
}

function isPlain(value: unknown): value is SuperJSONResult['json'] {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  // A missing element is undefined, which JSON lacks.
  if (Array.isArray(value)) return Array.from(value).every(isPlain)
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain)
  )
}
