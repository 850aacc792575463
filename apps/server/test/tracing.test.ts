import { createServer } from 'node:http'
import { createDb } from '@chuma/db/client'
import { afterAll, expect, test } from 'vitest'
import { createLogger } from '../src/logging/logger.ts'
import { createTestApp } from '../src/testing.ts'
import { openTracing, traceFetch } from '../src/tracing/tracing.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** A stand-in for the collector, which stores what it receives. All other requests are answered as M-Pesa might. */
const received: string[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    if (request.url === '/v1/traces') received.push(body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
})
await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
const address = collector.address()
const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
const testApp = await createTestApp()
afterAll(async () => {
  await testApp.close()
  await new Promise((closed) => collector.close(closed))
})

test('one request’s spans show where its time went and nothing about who made it', async () => {
  const failures: unknown[] = []
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'chuma', ROLE: 'all' as const }
  const tracing = await openTracing(env, (error) => failures.push(error))
  if (!tracing) throw new Error('there is an endpoint')
  const lines: string[] = []
  const db = createDb(testApp.url, { max: 5, onQuery: tracing.recordQuery })
  const app = await testApp.open({
    deps: { ...testApp.deps, db },
    logger: createLogger('info', { write: (line: string) => lines.push(line) }, tracing.traceId),
    tracing,
  })
  const member = await testApp.member({ points: 700 })
  const secrets = [
    'a-typed-password',
    member.token,
    member.email,
    member.memberId,
    'a-mailed-token',
    '254712345678',
  ]
  const headers = { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' }
  const payload = JSON.stringify({ email: member.email, password: 'a-typed-password' })
  await app.inject({ url: '/trpc/wallet.listWithdrawals?input=%7B%7D&token=a-mailed-token', headers })
  await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
  await tracing.inSpan({ name: 'job send-payout' }, () =>
    traceFetch(tracing, 'M-Pesa')(new URL('/mpesa/b2c/v3/paymentrequest?x=a-mailed-token', endpoint), {
      method: 'POST',
      headers,
      body: '254712345678',
    }),
  )
  const failed = tracing.inSpan({ name: 'job send-float-low' }, () => Promise.reject(new Error(member.email)))
  await expect(failed).rejects.toThrow(member.email)
  await app.close()
  await db.destroy()
  await tracing.close()

  expect(failures).toEqual([])
  const spans: Span[] = received.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
  const find = (name: string) => {
    const span = spans.find((each) => each.name === name)
    if (!span) throw new Error(`${name} is none of ${spans.map((each) => each.name)}`)
    return span
  }
  const read = (span: Span, key: string) => {
    const value = span.attributes.find((each) => each.key === key)?.value
    return value?.stringValue ?? value?.intValue
  }

  const request = find('GET /trpc/:path')
  const procedure = find('wallet.listWithdrawals')
  const query = find('select withdrawal')
  // A hook that continued twice would run every handler twice.
  expect(spans.filter(({ name }) => name === procedure.name)).toHaveLength(1)
  expect([request.parentSpanId ?? '', procedure.parentSpanId, query.parentSpanId]).toEqual([
    '',
    request.spanId,
    procedure.spanId,
  ])
  expect(new Set([request, procedure, query].map((span) => span.traceId)).size).toBe(1)
  expect([read(request, 'http.route'), read(request, 'http.response.status_code')]).toEqual([
    '/trpc/:path',
    200,
  ])
  expect(read(query, 'db.query.text')).toMatch(/\$1/)

  // The log line, the span and the id the member can quote belong together.
  const line = lines.map((text) => JSON.parse(text)).find((each) => each.traceId === request.traceId)
  expect(line?.reqId).toBe(read(request, 'chuma.request_id'))

  const logIn = find('POST /api/auth/login')
  expect(read(logIn, 'http.response.status_code')).toBe(401)
  expect(spans.filter((span) => span.parentSpanId === logIn.spanId).length).toBeGreaterThan(1)

  const payment = find('M-Pesa POST /mpesa/b2c/v3/paymentrequest')
  expect([payment.parentSpanId, read(payment, 'http.response.status_code')]).toEqual([
    find('job send-payout').spanId,
    200,
  ])
  expect(find('job send-float-low').status.code).toBe(2)

  expect(secrets.filter((secret) => received.some((body) => body.includes(secret)))).toEqual([])
})

test('without a collector no tracing starts', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: undefined, OTEL_SERVICE_NAME: 'chuma', ROLE: 'all' as const }
  expect(await openTracing(env, () => {})).toBeUndefined()
})
