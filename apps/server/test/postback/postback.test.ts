import { startSurvey } from '@chuma/core/surveys/surveys'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { findPartnerPreset } from '@chuma/postback/presets'
import { partnerScheme } from '@chuma/postback/settings'
import { postbackParams, signPostback } from '@chuma/postback/test-call'
import type { InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { callRest, createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
const { token: owner } = await testApp.owner('owner')
const SECRET = 'a-partner-secret'
const preset = findPartnerPreset('bitlabs')
if (!preset) throw new Error('no such preset')

/** A member who left for the survey of a partner that an owner has set up. */
async function givenLeft() {
  const created = await callRest(app, owner, {
    method: 'POST',
    url: '/api/admin/partners',
    body: { name: 'BitLabs', preset: 'bitlabs', scheme: { ...preset?.scheme, holdDays: 0 }, secret: SECRET },
  })
  expect(created.status).toBe(201)
  const member = await testApp.member()
  const surveyId = await givenSurvey(db, { kind: 'external', rewardUsd: 4, partnerId: created.body.id })
  const { externalUrl } = await startSurvey(deps, member, { surveyId })
  const userRef = new URL(externalUrl ?? '').searchParams.get('subid') ?? ''
  return { member, userRef, partner: created.body, path: new URL(created.body.postbackUrl).pathname }
}

function sign(
  path: string,
  userRef: string,
  { transactionId = 'tx-1', usd = 4 } = {},
): InjectOptions & { url: string } {
  const scheme = partnerScheme.parse({ ...preset?.scheme, holdDays: 0 })
  const params = postbackParams(scheme, {
    kind: 'credit',
    userRef,
    transactionId,
    amountUsdMicros: usd * 1_000_000,
  })
  const { method, rawTarget } = signPostback(scheme, SECRET, {
    publicBaseUrl: 'http://localhost:3000',
    path,
    params,
  })
  return { method: method as 'GET', url: rawTarget }
}

const pointsOf = async (token: string) =>
  (await callRest(app, token, { method: 'GET', url: '/api/auth/user' })).body.points
const eventsOf = async (partnerId: string) =>
  (await callRest(app, owner, { method: 'GET', url: `/api/admin/partner-events?partnerId=${partnerId}` }))
    .body

test.each([
  ['one letter of the amount', (url: string) => url.replace(/usd=4/, 'usd=5')],
  [
    'the last letter of the signature',
    (url: string) => url.replace(/.$/, (letter) => (letter === '0' ? '1' : '0')),
  ],
  ['no signature at all', (url: string) => url.replace(/&?hash=.*$/, '')],
  ['another spelling of the same address', (url: string) => url.replace('uid=', '%75id=')],
  ['something after the signature', (url: string) => `${url}&x=1`],
])('a postback with %s is refused and stored with the reason', async (_what, tamper) => {
  const { member, userRef, path, partner } = await givenLeft()
  const { url } = sign(path, userRef)
  expect(tamper(url)).not.toBe(url)
  const answer = await app.inject({ method: 'GET', url: tamper(url) })
  expect(answer.statusCode).toBeGreaterThanOrEqual(200)
  expect(await pointsOf(member.token)).toBe(0)
  expect(await eventsOf(partner.id)).toMatchObject([{ outcome: 'rejected', reason: expect.any(String) }])
})

test.each([200_000_000, 999_999_999])(
  'a postback of USD %s is stored as refused, forged or signed',
  async (usd) => {
    const { member, userRef, path, partner } = await givenLeft()
    const { url } = sign(path, userRef)
    const forged = await app.inject({ method: 'GET', url: url.replace(/usd=4/, `usd=${usd}`) })
    const signed = await app.inject(sign(path, userRef, { usd }))
    expect([forged.statusCode, signed.statusCode]).toEqual([403, 200])
    expect(await pointsOf(member.token)).toBe(0)
    expect(await eventsOf(partner.id)).toMatchObject([
      { outcome: 'rejected', reason: 'amount-too-large' },
      { outcome: 'rejected', reason: 'signature-mismatch', amountUsd: null },
    ])
  },
)

test('bytes that are not text in any encoding are stored and answered without a failure', async () => {
  const { path, partner } = await givenLeft()
  const answer = await app.inject({
    method: 'POST',
    url: `${path}?uid=%ff%fe`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from([0xff, 0xfe, 0x00]),
  })
  expect(answer.statusCode).toBeLessThan(500)
  expect(await eventsOf(partner.id)).toHaveLength(1)
})

test('an address without a partner is not found, and neither is one that is disabled', async () => {
  expect((await app.inject({ method: 'GET', url: '/postback/nobody' })).statusCode).toBe(404)
  const { path, partner, userRef } = await givenLeft()
  const { name, scheme, version } = partner
  const switched = await callRest(app, owner, {
    method: 'PUT',
    url: `/api/admin/partners/${partner.id}`,
    body: { name, scheme, version, isActive: false },
  })
  expect(switched.status).toBe(200)
  expect((await app.inject(sign(path, userRef))).statusCode).toBe(404)
})

test('an unprotected scheme is refused by field, and no answer contains the secret', async () => {
  const unsafe = await callRest(app, owner, {
    method: 'POST',
    url: '/api/admin/partners',
    body: {
      name: 'X',
      preset: 'x',
      scheme: { ...preset?.scheme, signature: { mode: 'none' }, ipAllow: [] },
      secret: SECRET,
    },
  })
  expect(unsafe.status).toBe(400)
  expect(Object.keys(unsafe.body.fieldErrors).every((field) => field.startsWith('scheme.'))).toBe(true)
  await givenLeft()
  const listed = await app.inject({
    method: 'GET',
    url: '/api/admin/partners',
    headers: { authorization: `Bearer ${owner}` },
  })
  expect(listed.statusCode).toBe(200)
  expect(listed.body).not.toContain(SECRET)
  const { rows } = { rows: await db.selectFrom('auditEntry').select('after').execute() }
  expect(JSON.stringify(rows)).not.toContain(SECRET)
})
