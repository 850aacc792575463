import { exampleValues, REPLACED_FIELDS, SHOWN_FIELDS, TRUE_FIELDS } from './example-values.ts'

/** The part of JSON Schema that the contract's schemas use. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  minItems?: number
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  propertyNames?: JsonSchema
  additionalProperties?: boolean | JsonSchema
}
type Schemas = Record<string, JsonSchema>
/** Where a value is: the field's name decides what it is an example of. */
type Place = { schemas: Schemas; field: string }

/** Make one value that the schema accepts, the same every time. */
export function makeExample(schema: JsonSchema, { schemas, field }: Place): unknown {
  const make = (inner: JsonSchema, name = field) => makeExample(inner, { schemas, field: name })
  if (schema.$ref) return make(schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {})
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (isLeftOut(schema, field)) return null
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return make(variants[0] ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => make(each)))
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'object':
      return makeObject(schema, make)
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => make(schema.items ?? {}))
    case 'boolean':
      return TRUE_FIELDS.test(field)
    case 'string':
      return findValue(schema, field) ?? makeText(schema)
    case 'integer':
    case 'number':
      return findValue(schema, field) ?? makeNumber(schema)
    default:
      return null
  }
}

/** A nullable field does not apply to every case; an example with all of them would describe no real one. */
function isLeftOut({ type, anyOf = [] }: JsonSchema, field: string): boolean {
  const isNullable = [type, ...anyOf.map((each) => each.type)].flat().includes('null')
  return isNullable && !SHOWN_FIELDS.test(field)
}

function makeObject(
  { properties = {}, propertyNames, additionalProperties }: JsonSchema,
  make: (schema: JsonSchema, name?: string) => unknown,
): Record<string, unknown> {
  const shown = Object.entries(properties).filter(([name]) => !REPLACED_FIELDS.test(name))
  const named = shown.map(([name, inner]) => [name, make(inner, name)] as const)
  const others =
    typeof additionalProperties === 'object' && Object.keys(properties).length === 0
      ? [[String(propertyNames ? make(propertyNames, 'key') : 'name'), make(additionalProperties)] as const]
      : []
  return Object.fromEntries([...named, ...others])
}

function findValue(schema: JsonSchema, field: string): string | number | undefined {
  return exampleValues.find(([name, value]) => name.test(field) && fits(value, schema))?.[1]
}

function fits(value: string | number, schema: JsonSchema): boolean {
  const { minLength = 0, maxLength = Infinity, pattern = '', format } = schema
  if (typeof value === 'number') {
    const isOfType = schema.type === 'number' || Number.isInteger(value)
    return isNumber(schema) && isOfType && value >= leastOf(schema) && value <= (schema.maximum ?? Infinity)
  }
  if (isNumber(schema) || value.length < minLength || value.length > maxLength) return false
  return format === 'date-time' ? false : new RegExp(pattern, 'u').test(value)
}

const isNumber = ({ type }: JsonSchema) =>
  [type].flat().some((each) => each === 'number' || each === 'integer')

function leastOf({ minimum, exclusiveMinimum }: JsonSchema): number {
  return minimum ?? (exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + 1)
}

function makeNumber(schema: JsonSchema): number {
  return Math.min(Math.max(1, leastOf(schema)), schema.maximum ?? Infinity)
}

const TEXTS: [format: string, text: string][] = [
  ['date-time', '2026-03-14T06:30:00.000Z'],
  ['date', '2026-03-14'],
  ['uuid', '4f9d2c3e-8b1a-4d6f-9e57-2a6c0b7d1e84'],
  ['email', 'wanjiru@example.com'],
  ['uri', 'https://example.com/offer'],
]

function makeText({ format, pattern, minLength = 0, maxLength = 100 }: JsonSchema): string {
  const known = TEXTS.find(([name]) => name === format)
  if (known) return known[1]
  const candidates = [
    '4f9d2c3e-8b1a-4d6f-9e57-2a6c0b7d1e84:2026-03-14',
    '1',
    'a1',
    '123456',
    '2026-03',
    'text',
  ]
  const fitting = pattern ? candidates.find((text) => new RegExp(pattern, 'u').test(text)) : undefined
  return fitting ?? 'text'.repeat(Math.ceil(Math.max(1, minLength) / 4)).slice(0, Math.max(maxLength, 1))
}
