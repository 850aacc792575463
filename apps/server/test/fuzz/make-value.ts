import type { Random } from './create-random.ts'
import { HOSTILE_TEXTS } from './hostile-values.ts'

/** The part of JSON Schema that zod writes. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  default?: unknown
}

/** `edge`: at a limit of what is allowed, or just beyond it. */
type Mode = 'valid' | 'edge'
export type Making = {
  random: Random
  mode: Mode
  /** Values of a field that a schema cannot generate: ids that exist, days, addresses. */
  know: (key: string) => readonly unknown[] | undefined
}

const KIND_WORDS = [
  'Amina',
  "Wanjikũ N'Dirangu",
  'Too few points came',
  'Nairobi, 日本, 😀',
  'x',
  'https://example.com/a?b=c',
]

/** Make a value that the schema allows, or nearly. `key`: the name of its field. */
export function makeValue(schema: Schema, making: Making, key = ''): unknown {
  const { random, know } = making
  const known = know(key)
  if (known?.length && random.chance(0.85)) return random.pick(known)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return makeValue(random.pick(choices), making, key)
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => makeValue(part, making, key)))
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object' || schema.properties) return makeObject(schema, making)
  if (type === 'array') return makeArray(schema, making, key)
  if (type === 'integer' || type === 'number') return makeNumber(schema, making, type === 'integer')
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  return makeText(schema, making)
}

function makeObject(schema: Schema, making: Making): Record<string, unknown> {
  const { random, mode } = making
  const { properties = {}, required = [], additionalProperties } = schema
  const share = mode === 'valid' ? random.pick([0, 0.3, 1]) : 0.5
  const made = Object.entries(properties)
    .filter(([name]) => required.includes(name) || random.chance(share))
    .map(([name, inner]) => [name, makeValue(inner, making, name)])
  const isOpen = typeof additionalProperties === 'object' && Object.keys(properties).length === 0
  const more = isOpen
    ? Array.from({ length: random.int(0, 3) }, () => [
        String(random.int(1, 9)),
        makeValue(additionalProperties, making),
      ])
    : []
  return Object.fromEntries([...made, ...more])
}

function makeArray(
  { items = {}, minItems = 0, maxItems = 4 }: Schema,
  making: Making,
  key: string,
): unknown[] {
  const { random, mode } = making
  const most = Math.min(maxItems, minItems + 3)
  const length =
    mode === 'valid'
      ? random.int(minItems, most)
      : random.pick([minItems, minItems - 1, Math.min(maxItems + 1, 60)])
  return Array.from({ length: Math.max(length, 0) }, () => makeValue(items, making, key))
}

function makeNumber(schema: Schema, { random, mode }: Making, isWhole: boolean): number {
  const least = schema.minimum ?? schema.exclusiveMinimum ?? 0
  const most = schema.maximum ?? 1000
  const step = schema.multipleOf ?? (isWhole ? 1 : 0.01)
  if (mode === 'edge')
    return random.pick([least, most, least - step, most + step, least + step, (least + most) / 2])
  const value = random.chance(0.7) ? random.int(least, Math.min(most, least + 60)) : random.int(least, most)
  return value <= (schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) ? value + 1 : value
}

function makeText({ format, minLength = 0, maxLength = 60 }: Schema, { random, mode }: Making): string {
  if (format === 'uuid') return crypto.randomUUID()
  if (format === 'date') return `2026-11-${random.int(10, 28)}`
  if (format === 'date-time') return `2026-11-${random.int(10, 28)}T10:00:00Z`
  if (mode === 'valid') return random.pick(KIND_WORDS).padEnd(minLength, 'x').slice(0, maxLength)
  const letter = random.pick(['x', 'ä', '\n', ' ', '0'])
  const length = random.pick([minLength, maxLength, maxLength + 1, minLength - 1, Math.floor(maxLength / 4)])
  return random.chance(0.3) ? random.pick(HOSTILE_TEXTS) : letter.repeat(Math.max(length, 0))
}
