import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../testing.ts'

const { app, member, close } = await createTestApp()
afterAll(close)
const { token } = await member({ points: 40 })

const json = (input: unknown) => encodeURIComponent(JSON.stringify(input))
const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: sent, body } = await app.inject({ url: `/trpc/${url}`, headers })
  const { 'content-length': length, 'transfer-encoding': _, date: __, ...others } = sent
  return { isPlain: length !== undefined, answer: { statusCode, body, headers: others } }
}
/** By naming what it accepts a call is left to tRPC's own adapter. */
const adapter = { 'trpc-accept': 'application/json' }
const signedIn = { authorization: `Bearer ${token}` }

test.each([
  ['one query', 200, 'wallet.getBalance'],
  ['one with dates in its answer', 200, `wallet.listActivity?input=${json({ json: { limit: 1 } })}`],
  ['one with what it may not have', 400, `wallet.listActivity?input=${json({ json: { limit: 0 } })}`],
  ['one without what it must have', 400, 'surveys.getSurvey'],
  [
    'one about what is not there',
    404,
    `surveys.getSurvey?input=${json({ json: { surveyId: crypto.randomUUID() } })}`,
  ],
  ['one that is not for a member', 403, 'admin.getStats'],
  [
    'several',
    200,
    `wallet.getBalance,wallet.listActivity?batch=1&input=${json({ 1: { json: { limit: 1 } } })}`,
  ],
  ['several that end each in its way', 207, 'wallet.getBalance,surveys.getSurvey,admin.getStats?batch=1'],
  ['a list of one', 200, 'wallet.getBalance?batch=1'],
])('%s is answered %i as tRPC itself would answer, byte for byte', async (_name, status, url) => {
  for (const headers of [
    signedIn,
    {},
    { ...signedIn, 'accept-language': 'sw' },
    { ...signedIn, 'idempotency-key': 'é' },
  ]) {
    const plain = await get(url, headers)
    const other = await get(url, { ...headers, ...adapter })
    expect(plain.answer).toEqual(other.answer)
    expect([plain.isPlain, other.isPlain]).toEqual([true, false])
    if (headers === signedIn) expect(plain.answer.statusCode).toBe(status)
  }
})

test.each([
  ['a change', 405, 'auth.logout'],
  ['what there is not', 404, 'wallet.getNothing'],
  ['what every object has', 404, 'constructor'],
  ['more than may come together', 400, `${Array(11).fill('wallet.getBalance').join()}?batch=1`],
  ['an input that is no JSON', 400, 'wallet.listActivity?input=%7B'],
  ['a list for several inputs', 400, 'wallet.listActivity?batch=1&input=[1]'],
])('%s is left to tRPC', async (_name, status, url) => {
  const { isPlain, answer } = await get(url, signedIn)
  expect(isPlain).toBe(false)
  expect(answer.statusCode).toBe(status)
  expect((await get(url, { ...signedIn, ...adapter })).answer).toEqual(answer)
})
