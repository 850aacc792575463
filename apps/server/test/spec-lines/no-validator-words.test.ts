import { listEndpoints } from '@chuma/api/list-endpoints'
import { tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { givenSite } from './given-site.ts'

const { send, ask, member, owner, close } = await givenSite()
afterAll(close)
const { token } = await member({ points: 10, premium: true })
const keeper = await owner('validator')

/** How zod words its issues, in the language that it knows. */
const VALIDATOR =
  /invalid (input|option|string|value|key|element|email address|uuid|url|iso)|expected .*received|too (small|big): expected|unrecognized key|must match pattern|input not instance/i

const calls = listEndpoints().filter(({ method, input }) => method !== 'GET' && input)

/** The names of the fields that a call takes, of every variant. */
function fieldsOf(schema: z.ZodType): string[] {
  const {
    properties = {},
    anyOf = [],
    oneOf = anyOf,
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  const variants = oneOf as { properties?: object }[]
  return [properties, ...variants.map((variant) => variant.properties ?? {})].flatMap(Object.keys)
}

const values = fc.oneof(
  fc.constantFrom(null, '', ' ', 0, -1, 1.5, true, [], {}, 'x'.repeat(2000), '\u202e', 1e300, '07', 'a@b'),
  fc.jsonValue(),
)
const bodiesOf = (schema: z.ZodType) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(undefined, null, [], 'x', 7) },
    {
      weight: 4,
      arbitrary: fc.record(Object.fromEntries(fieldsOf(schema).map((name) => [name, values])), {
        requiredKeys: [],
      }),
    },
  )

test.each(calls.map((call) => [call.procedure, call] as const))(
  'no refusal of %s speaks as a validator does, over either door',
  async (procedure, { method, url, input, access }) => {
    if (!input) return
    const caller = access?.side === 'staff' ? keeper.token : access ? token : undefined
    const path = url.replaceAll(/:\w+/g, '0b8ff8f5-3b3a-4f3c-9a3e-0d3f5d1c2b1a')
    await fc.assert(
      fc.asyncProperty(bodiesOf(input), fc.constantFrom('en', 'sw'), async (body, language) => {
        const sent = { body, language, ...(caller ? { token: caller } : {}) }
        const rest = await send(method, path, sent)
        if (rest.status >= 400)
          expect(rest.text.replace(JSON.stringify(body) ?? '', '')).not.toMatch(VALIDATOR)
        if (rest.status < 400) return
        const typed = await ask(procedure, sent).catch(() => null)
        if (typed) expect(JSON.stringify(typed)).not.toMatch(VALIDATOR)
      }),
      { numRuns: tries({ short: 6, long: 200 }), seed: 27 },
    )
  },
)
