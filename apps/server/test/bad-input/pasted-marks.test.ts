import { expect, test } from 'vitest'
import * as z from 'zod'
import { listProcedures } from '../security/list-routes.ts'

const AROUND = ['\u200e', '\u00a0', '\u202f', '\ufeff', '\u2068', '\n', ' ']

/** One of these suits each field that a person fills in. */
const SAMPLES = [
  'Amina',
  'amina@example.com',
  '0712345678',
  '123456',
  'https://a.example/x',
  'A123456789B',
  'SKL4X9PQ',
  'It has been two days since then.',
]

/** What programs send, and what is compared exactly. */
const EXACT: [name: RegExp, why: string][] = [
  [/password$/i, 'a password may begin or end with anything'],
  [/(^|\.)csv$|\.tsv$|\.svg$|\.xlsx$/, 'a whole file: its cells are cleaned'],
  [/pattern\.expression$|calculate$/, 'a formula means each of its characters'],
  [
    /deviceToken$|\.nonce$|\.salt$|keyPrefix$|keySignature$|signature$|derivedKey$|algorithm$/,
    'sent by our own page',
  ],
  [/Passkey\.|passkey\.|answer\.|credential|p256dh$|auth$|endpoint$/, 'sent by the browser'],
  [
    /showIf$|\.if$|expected$|[.]codes?$|cells\.groups$|provider$|rowsFrom$/,
    'chosen, or read from the cells of a file, which are cleaned',
  ],
]

const names = listProcedures().flatMap(({ path, inputs: [schema] }) =>
  schema instanceof z.ZodType ? listTexts(path, schema) : [],
)
const typed = names.filter(({ name }) => !EXACT.some(([pattern]) => pattern.test(name)))

test('marks that nobody sees, around any typed value, neither refuse it nor are stored with it', () => {
  const faults = typed.flatMap(({ name, schema }) => {
    const sample = SAMPLES.find((text) => schema.safeParse(text).success)
    if (sample === undefined) return []
    const plain = schema.parse(sample)
    const wrong = AROUND.filter((mark) => {
      const read = schema.safeParse(`${mark}${sample}${mark}`)
      return !read.success || read.data !== plain
    })
    return wrong.length > 0 ? [`${name}: ${JSON.stringify(wrong)}`] : []
  })
  expect([...new Set(faults)]).toEqual([])
  expect(typed.length).toBeGreaterThan(200)
})

type Text = { name: string; schema: z.ZodType }

/** Every field of an input that is text, with the schema that reads it. */
function listTexts(name: string, schema: z.ZodType): Text[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) =>
      listTexts(`${name}.${key}`, inner as z.ZodType),
    )
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return listTexts(name, schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPrefault) return listTexts(name, schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return listTexts(name, schema.element as z.ZodType)
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[]).flatMap((option) => listTexts(name, option))
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodObject)
    return listTexts(name, schema.in as z.ZodType)
  return accepts(schema) ? [{ name, schema }] : []
}

function accepts(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return false
  return SAMPLES.some((text) => typeof schema.safeParse(text).data === 'string')
}
