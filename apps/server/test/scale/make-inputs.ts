import * as z from 'zod'

/** Values for inputs: an id that exists, a day. By `procedure.key` or, for all procedures, by the key alone. */
export type Known = Record<string, unknown[]>
export type Input = Record<string, unknown>

type Property = { enum?: unknown[]; type?: string; format?: string; anyOf?: Property[]; default?: unknown }

/** Cursors of the next page, which come from an answer. */
const CURSORS = ['after', 'before']

/**
 * Make a staff query's inputs: none of the optional fields, then each filter, search and order on its own with every value
 * it can have. Derived from the input's schema, so that a new filter is tried too.
 */
export function makeInputs(path: string, schema: unknown, known: Known): Input[] {
  if (!(schema instanceof z.ZodType)) return [{}]
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const valuesOf = (key: string) => {
    const property = properties[key]
    const values =
      known[`${path}.${key}`] ??
      listValues(typeof property === 'object' ? (property as Property) : {}) ??
      known[key]
    if (!values)
      throw new Error(
        `${path}: give a value of "${key}" in test/scale/known.ts, so that its plans are looked at`,
      )
    return values
  }
  const least = Object.fromEntries(required.map((key) => [key, valuesOf(key)[0]]))
  const varied = Object.keys(properties).filter((key) => key !== 'limit' && !CURSORS.includes(key))
  return [least, ...varied.flatMap((key) => valuesOf(key).map((value) => ({ ...least, [key]: value })))]
}

/** The name of the cursor of the next page, if there is one. */
export function findCursor(schema: unknown): string | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return CURSORS.find((key) => key in properties)
}

function listValues(property: Property): unknown[] | undefined {
  if (property.enum) return property.enum
  if (property.type === 'boolean' || property.anyOf?.some(({ type }) => type === 'boolean'))
    return [true, false]
  return undefined
}
