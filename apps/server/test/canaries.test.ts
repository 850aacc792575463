import { createServer } from 'node:http'
import { connect } from 'node:net'
import { givenSecondFactor, showCode } from '@chuma/core/admin/testing'
import { sweepWebhooks } from '@chuma/core/webhooks/deliveries'
import { createDb } from '@chuma/db/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../src/logging/logger.ts'
import { callRest, createTestApp } from '../src/testing.ts'
import { openTracing } from '../src/tracing/tracing.ts'
import { listProcedures, listRoutes } from './security/list-routes.ts'

/** What people and programs send us and no log line and no span may repeat. */
const CANARY = {
  password: 'Kanari-siri-4471',
  token: 'u_0123456789abcdefKANARItoken-_0123456789abcdef0',
  code: '739154',
  partnerSecret: 'KanariPartnerSecret77',
  phone: '254711009933',
  localPhone: '0711009933',
  account: '00998877665544',
  name: 'Kanarina',
}

const spans: string[] = []
const collector = createServer((request, response) => {
  request.on('data', (chunk) => spans.push(String(chunk)))
  request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
})
await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
const address = collector.address()
const port = typeof address === 'object' && address ? address.port : 0

const tracing = await openTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_SERVICE_NAME: 'chuma', ROLE: 'all' },
  () => {},
)
if (!tracing) throw new Error('there is an endpoint')
const testApp = await createTestApp()
const db = createDb(testApp.url, { max: 5, onQuery: tracing.recordQuery })
const lines: string[] = []
const log = createLogger('trace', { write: (line: string) => lines.push(line) }, tracing.traceId)
const deps: typeof testApp.deps = {
  ...testApp.deps,
  db,
  webhooks: { explainUrl: () => null, send: async () => Promise.reject(new Error('Nothing listens')) },
  reportFailure: (error, about) => log.error({ err: error }, about),
}
const app = await testApp.open({
  deps,
  demoLogin: { username: 'admin', password: 'demo-chuma' },
  logger: log,
  tracing,
})
afterAll(async () => {
  await app.close()
  await db.destroy()
  await testApp.close()
  await new Promise((closed) => collector.close(closed))
})

let secrets: Record<string, string> = CANARY
const owner = await testApp.owner('owner')
const member = await testApp.member({ points: 700 })

/** Sends a canary in every parameter, query, header and field of a body that a call might have. */
async function callWithCanaries(method: string, path: string, token?: string) {
  const values = Object.values(CANARY)
  const query = new URLSearchParams(values.map((value, index): [string, string] => [`q${index}`, value]))
  // Most calls refuse an unknown query before they read the body.
  for (const url of [path, `${path}?token=${CANARY.token}&${query}`]) await send(method, url, token)
}

async function send(method: string, url: string, token: string | undefined) {
  await app.inject({
    method: method as 'POST',
    url,
    headers: {
      authorization: `Bearer ${token ?? CANARY.token}`,
      cookie: `userToken=${CANARY.token}`,
      'idempotency-key': CANARY.token,
      'x-signature': CANARY.partnerSecret,
      'user-agent': CANARY.name,
      referer: `http://localhost:3000/?token=${CANARY.token}`,
      ...(method === 'GET' || method === 'HEAD' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' || method === 'HEAD'
      ? {}
      : { payload: JSON.stringify({ ...CANARY, json: CANARY }) }),
  })
}

async function useRealDoors() {
  const post = (url: string, body: object, token?: string) =>
    callRest(app, token, { method: 'POST', url, body })
  await post('/api/auth/signup', {
    email: 'kanari@example.com',
    password: CANARY.password,
    confirmPassword: CANARY.password,
    firstName: CANARY.name,
    lastName: 'K',
    country: 'Kenya',
  })
  await post('/api/auth/login', { email: member.email, password: CANARY.password })
  const staff = await givenSecondFactor(deps)
  const code = showCode(staff.secret)
  await post('/api/admin/login', { username: staff.username, password: staff.password, code })
  await post('/api/admin/login', { username: staff.username, password: CANARY.password, code: CANARY.code })
  const partner = await post(
    '/api/admin/partners',
    {
      name: 'P',
      preset: 'signed-link',
      secret: CANARY.partnerSecret,
      scheme: deps.postbacks.presets.find(({ id }) => id === 'bitlabs')?.scheme ?? {},
    },
    owner.token,
  )
  const postback = new URL(partner.body.postbackUrl).pathname
  for (const end of ['', '/more', '%zz', '/']) {
    await app.inject({ url: `${postback}${end}?hash=${CANARY.partnerSecret}` })
  }
  const webhook = await post(
    '/api/admin/webhooks',
    { name: 'W', url: 'https://hooks.example/', events: ['withdrawal.paid'] },
    owner.token,
  )
  await post(`/api/admin/webhooks/${webhook.body.id}/test`, {}, owner.token)
  await sweepWebhooks(deps)
  for (const details of [
    { withdrawalMethod: 'mpesa', mpesaNumber: CANARY.localPhone },
    { withdrawalMethod: 'bank', bankName: 'B', accountNumber: CANARY.account, accountName: CANARY.name },
  ]) {
    await post('/api/withdrawals', { pointsToWithdraw: 2, ...details }, member.token)
  }
  const callback = { Result: { ResultParameters: { ResultParameter: [{ Value: CANARY.phone }] } } }
  for (const kind of ['r', 't', 'q', 'b', 's', 'x']) {
    await post(`/hooks/d/${kind}/${CANARY.token}`, callback)
    await post(`/hooks/d/${kind}/${'c0ffee'.repeat(8)}/more`, callback)
  }
  return {
    'partner key': postback.split('/').at(-1) ?? '',
    'webhook secret': webhook.body.secret.slice('whsec_'.length),
    'TOTP secret': staff.secret,
    'TOTP code': code,
    'owner’s token': owner.token,
    'member’s token': member.token,
    'callback token': 'c0ffee'.repeat(8),
  }
}

beforeAll(async () => {
  secrets = { ...CANARY, ...(await useRealDoors()) }
  const routes = listRoutes(app).filter(({ path }) => !path.includes('*'))
  const inPath = [CANARY.token, CANARY.phone, CANARY.account, CANARY.password]
  for (const [index, { path, methods }] of routes.entries()) {
    const canary = inPath[index % inPath.length] ?? ''
    const url = path.replaceAll(/:\w+/g, canary)
    for (const method of methods) {
      await callWithCanaries(method, url)
      await callWithCanaries(method, url, index % 2 === 0 ? owner.token : member.token)
    }
  }
  for (const { path, type } of listProcedures().filter((each) => each.type !== 'subscription')) {
    await callWithCanaries(type === 'query' ? 'GET' : 'POST', `/trpc/${path}`, owner.token)
  }
  for (const path of [
    '/',
    '/set-up',
    `/${CANARY.token}`,
    `/reset/${CANARY.phone}`,
    `/trpc/${CANARY.token}`,
  ]) {
    await callWithCanaries('GET', path)
  }
  await sendUnreadable()
  // The collector has everything once the spans are flushed.
  await tracing.close()
})

/** A request that the HTTP parser refuses: Node's error carries the packet. */
async function sendUnreadable() {
  const listening = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  await new Promise((closed) => {
    const socket = connect(Number(listening.port), '127.0.0.1')
    socket.on('close', closed).on('data', () => socket.end())
    socket.write(`GET / HTTP/1.1\r\nauthorization: Bearer ${CANARY.token}\r\nbad header\r\n\r\n`)
  })
}

/** The code and the numbers are short: as part of a longer word they are something else. */
const mentions = (text: string, canary: string) =>
  new RegExp(`(?<!\\w)${canary.replaceAll(/[^\w]/g, '\\$&')}(?!\\w)`).test(text) ||
  text.includes(Buffer.from(canary).join())

describe('what was sent through every door', () => {
  test('is logged', () => {
    const requests = lines.map((line) => JSON.parse(line)).filter((entry) => entry.req)
    expect(requests.length).toBeGreaterThan(300)
    expect(requests.map(({ req }) => req.url)).toEqual(
      expect.arrayContaining(['/api/auth/login', '/postback/…', '/hooks/d/r/…', '/…', '/hooks/d/r/…/more']),
    )
    expect(spans.join('')).toContain('/postback/:publicKey')
  })

  test('is not repeated by any log line', () => {
    const found = Object.entries(secrets).flatMap(([what, canary]) =>
      lines.filter((line) => mentions(line, canary)).map((line) => `${what}: ${line.slice(0, 400)}`),
    )
    expect(found.slice(0, 5)).toEqual([])
  })

  test('is not repeated by any span', () => {
    const all = spans.join('')
    expect(Object.entries(secrets).filter(([, canary]) => mentions(all, canary))).toEqual([])
  })
})

test('the value that the database could not read is not logged with its error', async () => {
  const before = lines.length
  const failing = sql`select ${CANARY.phone}::text::uuid`.execute(db)
  const error = await failing.catch((thrown: unknown) => thrown)
  log.error({ err: error }, 'request failed')
  const [line = ''] = lines.slice(before)
  expect(JSON.parse(line).err).toMatchObject({ code: '22P02', message: expect.stringContaining('"…"') })
  expect(line).not.toContain(CANARY.phone)
})
