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

/** The value of a field in every example, by its name: one member, one withdrawal, one survey. The first match counts. */
const exampleValues: readonly [field: RegExp, value: string | number][] = [
  [/^(id|.*Id|ids|causeId|next|after|before|replayOf)$/, '4f9d2c3e-8b1a-4d6f-9e57-2a6c0b7d1e84'],
  [/^language$/, 'sw'],
  [/^(firstName)$/, 'Wanjiru'],
  [/^(lastName)$/, 'Kamau'],
  [/^(userName|memberName|accountName|name)$/, 'Wanjiru Kamau'],
  [/^username$|By$/, 'achieng'],
  [/^referralCode$/, 'WANJIRU7'],
  [/^linkPath$/, '/signup?ref=WANJIRU7'],
  [/Name$/, 'Demo Surveys'],
  [/^(author|actor)$/, 'staff:achieng'],
  [/^(subjectKey|knownAddresses|address|lastUsedAddress)$/, '197.232.61.12'],
  [/mail/i, 'wanjiru@example.com'],
  [/^(phone|mpesaNumbers?|recipient)$/, '254712345678'],
  [/^(bankName)$/, 'Equity Bank'],
  [/^(accountNumber)$/, '0123456789'],
  [/^(country)$/, 'Kenya'],
  [/^timeZone$/, 'Africa/Nairobi'],
  [/password$/i, 'a long enough password'],
  [/^(token)$/, 'u_4f9d2c3e8b1a4d6f9e572a6c0b7d1e84_mZ3k'],
  [/^(code|recoveryCodes)$/, '123456'],
  [/^recoveryCodes$/, 'MFRGGZDFMZTWQ2LK'],
  [/^secret$/, 'JBSWY3DPEHPK3PXP'],
  [/^secretName$/, 'PARTNER_SECRET_DEMO'],
  [/^otpauthUri$/, 'otpauth://totp/Chuma:achieng?secret=JBSWY3DPEHPK3PXP&issuer=Chuma'],
  [/^(reference|receipt)$/, 'TKM4A1B2C3'],
  [/^youtubeUrl$/, 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'],
  [/url$/i, 'https://example.com/offer'],
  [/^csv$/, 'Receipt No.,Completion Time,Details,Transaction Status,Withdrawn\n'],
  [/^(day|firstDay|lastDay|from|to|exportedOn)$/, '2026-03-14'],
  [/month$/i, '2026-03'],
  [/^(requestedLocal|paidLocal|localTime)$/, '2026-03-14 09:30'],
  [/^(category)$/, 'market-research'],
  [/^(title|label)$/, 'How you shop'],
  [/^(description|instructions|purpose)$/, 'Ten questions about the shops near you.'],
  [/^question$/, 'Which county is Nakuru town in?'],
  [/^option[A-D]?s?$/, 'Nakuru'],
  [/^(subject|action)$/, 'My withdrawal'],
  [/^(message|text|body)$/, 'When will it arrive?'],
  [
    /^(note|adminNotes|adminComment|reason|notes|appeal|answer|proof|coverageNote)$/,
    'Talked to the member on the phone.',
  ],
  [/^(estimatedTime|hours)$/, '10 minutes'],
  [/^device$/, 'Chrome on Android'],
  [/^queue$/, 'send-payout'],
  [/^(appVersion)$/, '1.0.0'],
  [/^(databaseVersion|nodeVersion)$/, '17.5'],
  [/^(lastMigration)$/, '0042'],
  [/^route$/, '/surveys'],
  [/error$|problem/i, 'The connection was closed'],
  [/^(state|status)$/, 'paid'],
  [/^method$/, 'mpesa'],
  [/^kind$/, 'withdrawal'],
  [/^userAgent$/, 'Mozilla/5.0 (Linux; Android 15)'],
  [/^adminRole$/, 'analyst'],
  [/^networks$/, '203.0.113.7'],

  [/^pointsToWithdraw$/, 3],
  [/^taxKes$/, 150],
  [/^payoutKes$/, 2850],
  [/^kesPer(Point|Usd)$/, 129],
  [/Kes|earnings$/i, 3000],
  [/points|reward|earned|spinPoints/i, 25],
  [/percent|rate$/i, 5],
  [/^rating$/, 4.6],
  [/seconds$|timeSpent/i, 30],
  [/days$|^duration$/i, 10],
  [/^limit$/, 50],
  [/usd/i, 23.2],
  [/count|clicks|users|views|surveys|total/i, 120],
]

/** Nullable fields that examples show all the same. */
const SHOWN_FIELDS = /^(mpesaNumber|country|duration|rating|surveyId|user|next|reward)$/

const TRUE_FIELDS = /Verified|^is(Active|Open|Current|Correct|Done)$|^can|^isClaimable$|^saveDetails$/

/** Fields that are sent instead of another field, which examples show. */
const REPLACED_FIELDS = /^all$/
