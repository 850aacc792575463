import { givenLinkClick } from '@chuma/core/partners/testing'
import { partnerPresets } from '@chuma/postback/presets'
import { partnerScheme } from '@chuma/postback/settings'
import { postbackParams, signPostback } from '@chuma/postback/test-call'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { callRest, createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, deps } = testApp
afterAll(testApp.close)
const { token: owner } = await testApp.owner('owner')

/** What does not fit a number, a text column or an id. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '0',
      '-1',
      '-0',
      'NaN',
      'Infinity',
      '1e309',
      '9'.repeat(40),
      `0.${'9'.repeat(40)}`,
      '0x10',
      '1,000',
    ],
    ...[
      '2147483648',
      '9223372036854775808',
      '999999999',
      '1000000',
      '\0',
      'a\0b',
      '\u202e',
      'x'.repeat(3000),
    ],
    ...["'; drop table partner --", '{transaction_id}', '[[tx_id]]', 'true', 'null'],
  ),
  fc.string({ maxLength: 300, unit: 'binary' }).filter((text) => text.isWellFormed()),
  fc.double().map(String),
)

/** Null for what no partner can sign: some schemes have no form for a NUL. */
function sign(...call: Parameters<typeof signPostback>) {
  try {
    return signPostback(...call)
  } catch (error) {
    if (error instanceof Error && error.message.endsWith('invalid-encoding')) return null
    throw error
  }
}

test.each(partnerPresets.map(({ id }) => id))(
  '%s: whatever a call carries, signed or forged, it is stored, answered and decided',
  async (id) => {
    const preset = partnerPresets.find((each) => each.id === id)
    const scheme = partnerScheme.parse({
      ...preset?.scheme,
      // The calls of this test come from one address.
      ...(preset?.scheme.ipAllow.length ? { ipAllow: ['127.0.0.1'] } : {}),
    })
    const { member, partnerId, publicKey, reference } = await givenLinkClick(deps, { scheme })
    let sent = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), hostile), { maxLength: 4 }),
        fc.boolean(),
        async (changes, isForged) => {
          sent += 1
          const event = {
            kind: 'credit',
            userRef: reference,
            transactionId: `t${sent}`,
            amountUsdMicros: 10_000,
          } as const
          const params = postbackParams(scheme, { ...event, goal: `g${sent}` })
          for (const [place, value] of changes) {
            const index = place % params.length
            params[index] = [params[index]?.[0] ?? '', value]
          }
          const call = sign(scheme, isForged ? 'forged' : 'secret', {
            publicBaseUrl: deps.postbacks.publicBaseUrl,
            path: `/postback/${publicKey}`,
            params,
          })
          if (!call) return
          const answer = await app.inject({
            method: call.method === 'POST' ? 'POST' : 'GET',
            url: call.rawTarget,
            headers: call.headers as Record<string, string>,
            ...(call.rawBody.length > 0 && { payload: call.rawBody }),
          })
          // A partner repeats what it is answered so, and an address that is too long never reaches the partner's code.
          expect(answer.statusCode).toBeLessThan(500)
        },
      ),
      { numRuns: 25 },
    )
    const events = await callRest(app, owner, {
      method: 'GET',
      url: `/api/admin/partner-events?partnerId=${partnerId}&limit=100`,
    })
    expect(events.status).toBe(200)
    expect(events.body.length).toBeGreaterThan(0)
    expect(events.body.filter(({ outcome }: { outcome: string | null }) => outcome === null)).toEqual([])
    const [wallet] = await deps.db
      .selectFrom('wallet')
      .select('available')
      .where('memberId', '=', member.memberId)
      .execute()
    expect([0, 50]).toContain(wallet?.available)
  },
)
