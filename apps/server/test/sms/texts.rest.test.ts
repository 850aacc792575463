import { reportToken } from '@chuma/core/inbox/texts/receive-report'
import { testSecrets } from '@chuma/core/testing'
import { newNumber, runCodeJob } from '@chuma/core/wallet/destinations/testing'
import { insertCapturedMail } from '@chuma/db/queries/mail'
import { insertCapturedText } from '@chuma/db/queries/texts'
import { readReport } from '@chuma/sms/reports'
import { type BehaviourName, behaviours, startSimulator } from '@chuma/sms/simulator/start-simulator'
import { writeCodeText } from '@chuma/sms/texts'
import { createAfricasTalkingTransport } from '@chuma/sms/transport'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const simulator = await startSimulator()
const { url: baseUrl, username, apiKey } = simulator
const connect = (changes: object = {}) =>
  createAfricasTalkingTransport({ baseUrl, username, apiKey, timeoutMs: 300, ...changes })
const sms = { transport: connect(), writeCode: writeCodeText, readReport }
const { app, db, deps, member, close, open } = await createTestApp({ sms })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const doorAt = (token: string) => `${address}/hooks/sms/${token}`
simulator.reportTo(doorAt(reportToken(testSecrets)))
afterAll(async () => {
  await simulator.close()
  await close()
})

let numbers = 0
const numberFor = (behaviour: BehaviourName) =>
  `25471${String(++numbers).padStart(4, '0')}${behaviours[behaviour].suffix}`

/** Ask for a code over REST and run its job; returns what the member's screen shows once the reports have come. */
async function ask(number: string, working = deps) {
  const { token, memberId } = await member()
  const call = { method: 'POST', url: '/api/destinations/codes', body: { mpesaNumber: number } } as const
  expect(await callRest(app, token, call)).toMatchObject({ status: 201, body: { state: 'sending' } })
  const run = () => runCodeJob(working, memberId)
  const job = await run().then(
    () => 'done',
    () => 'failed',
  )
  await simulator.idle()
  const screen = async () =>
    (await callRest(app, token, { method: 'GET', url: '/api/destinations/codes' })).body.code
  return {
    token,
    memberId,
    run,
    job,
    screen,
    texts: () => simulator.texts().filter(({ to }) => to === `+${number}`),
  }
}

test.each<[BehaviourName, string, string | null, number]>([
  ['ok', 'delivered', null, 1],
  ['report-stages', 'delivered', null, 1],
  ['report-twice', 'delivered', null, 1],
  ['report-contradicts', 'delivered', null, 1],
  ['report-first', 'delivered', null, 1],
  ['report-failed', 'not-delivered', 'network', 1],
  ['report-blacklisted', 'not-delivered', 'blocked', 1],
  ['no-report', 'sent', null, 1],
  ['blacklisted', 'not-delivered', 'blocked', 0],
  ['do-not-disturb', 'not-delivered', 'blocked', 0],
  ['invalid-number', 'not-delivered', 'number', 0],
  ['unsupported', 'not-delivered', 'number', 0],
  ['no-route', 'not-delivered', 'network', 0],
  ['gateway-rejects', 'not-delivered', 'network', 0],
  ['invalid-sender', 'not-delivered', 'account', 0],
  ['insufficient-balance', 'not-delivered', 'account', 0],
  ['risk-hold', 'unknown', null, 0],
  ['internal-error', 'unknown', null, 0],
  ['gateway-error', 'unknown', null, 0],
  // The report finds the text of which we never got an id.
  ['hang', 'delivered', null, 1],
  ['reset', 'delivered', null, 1],
  ['hang-dropped', 'unknown', null, 0],
  ['error-500', 'unknown', null, 1],
  ['error-503', 'unknown', null, 0],
  ['html', 'unknown', null, 1],
  ['truncated', 'unknown', null, 1],
])(
  '%s: the member reads %s (%s), and no run of the job sends another',
  async (behaviour, state, problem, sent) => {
    const { job, run, screen, texts } = await ask(numberFor(behaviour))
    expect(job).toBe('done')
    expect(await screen()).toMatchObject({ state, problem })
    await run()
    await simulator.idle()
    expect(texts()).toHaveLength(sent)
    expect(await screen()).toMatchObject({ state, problem })
  },
)

test('a busy provider and one that cannot be reached are asked again by the job’s retry', async () => {
  const number = newNumber()
  simulator.next('busy')
  const { job, run, screen, texts } = await ask(number)
  expect(job).toBe('failed')
  expect(await screen()).toMatchObject({ state: 'sending' })
  await run()
  await simulator.idle()
  expect(texts()).toHaveLength(1)
  expect(await screen()).toMatchObject({ state: 'delivered' })
  const gone = await startSimulator()
  await gone.close()
  const away = { ...deps, sms: { ...sms, transport: connect({ baseUrl: gone.url }) } }
  expect((await ask(newNumber(), away)).job).toBe('failed')
})

test('a wrong key is our fault, and the member reads so', async () => {
  const locked = { ...deps, sms: { ...sms, transport: connect({ apiKey: 'wrong' }) } }
  const { screen } = await ask(newNumber(), locked)
  expect(await screen()).toMatchObject({ state: 'not-delivered', problem: 'account' })
})

test('a report that comes late, and again, changes the screen once; both doors confirm the code', async () => {
  const number = numberFor('report-late')
  const { token, screen, texts } = await ask(number)
  expect(await screen()).toMatchObject({ state: 'sent' })
  await simulator.deliver()
  expect(await screen()).toMatchObject({ state: 'delivered' })
  const [text] = texts()
  const late = {
    id: text?.id ?? '',
    phoneNumber: `+${number}`,
    status: 'Failed',
    failureReason: 'DeliveryFailure',
  }
  await simulator.report([late, late])
  expect(await screen()).toMatchObject({ state: 'delivered' })
  expect(simulator.reportStatuses()).not.toContain(500)

  const code = text?.message.slice(0, 6) ?? ''
  const body = { mpesaNumber: number, code: code === '000000' ? '000001' : '000000' }
  const confirm = { method: 'POST', url: '/api/destinations/codes/confirm', body } as const
  expect(await callRest(app, token, confirm)).toMatchObject({
    status: 400,
    body: { code: 'CODE_INVALID', message: 'That is not the code. You have 4 tries left.' },
  })
  const right = { type: 'mutation', path: 'wallet.confirmDestinationCode', input: { ...body, code } } as const
  expect(await callTrpc(app, token, right)).toMatchObject({ status: 200, body: { outcome: 'proven' } })
})

test('unknown ids and unreadable reports are answered 200; a wrong token and a large body are not', async () => {
  const post = (token: string, body: string) =>
    fetch(doorAt(token), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const token = reportToken(testSecrets)
  for (const body of ['id=ATXid_foreign&status=Success&phoneNumber=%2B254712345678', 'x', '', '{"id":1}']) {
    expect((await post(token, body)).status).toBe(200)
  }
  expect((await post('0'.repeat(64), 'id=a&status=Success')).status).toBe(404)
  expect((await post(token, 'x'.repeat(5000))).status).toBe(413)
})

test('a refused request says when to try again, in words and in Retry-After', async () => {
  const { token } = await member()
  const payload = JSON.stringify({ mpesaNumber: newNumber() })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = { method: 'POST', url: '/api/destinations/codes', headers, payload } as const
  expect((await app.inject(call)).statusCode).toBe(201)
  const refused = await app.inject(call)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json().message).toMatch(
    /^A code is on its way to you. You can ask for another in \d+ seconds?\.$/,
  )
})

test('the demo’s mailbox marks texts, and shows mails as specified', async () => {
  const demo = await open({ demoLogin: { username: 'a', password: 'b' } })
  const to = '254712345678'
  await insertCapturedText(db, { to, text: '123456 is your code', textId: crypto.randomUUID() })
  await insertCapturedMail(db, { to: 'amina@example.com', subject: 'Hello', text: 'Hi', html: '<p>Hi' })
  const read = async (who: string) => (await demo.inject(`/dev/mailbox.json?to=${who}`)).json()
  const sentAt = expect.any(String)
  expect(await read(to)).toEqual([
    { to, subject: '', text: '123456 is your code', html: '', sentAt, channel: 'sms' },
  ])
  expect(await read('amina@example.com')).toEqual([
    { to: 'amina@example.com', subject: 'Hello', text: 'Hi', html: '<p>Hi', sentAt },
  ])
  const page = await demo.inject(`/dev/mailbox?to=${to}`)
  expect(page.body).toContain('<h2>Text</h2>')
  expect(page.body).toContain('123456 is your code')
})
