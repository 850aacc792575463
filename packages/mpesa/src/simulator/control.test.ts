import { request } from 'node:http'
import { expect, test } from 'vitest'
import { aPayment, connectTo, startRecorder } from '../testing.ts'
import { numberFor, play } from './testing.ts'

const _nothingPaid = { utilityKes: 1_000_000, payments: [] }

test('a payment whose sender is gone before acceptance is never paid', async () => {
  const { simulator, app } = await play()
  const leaving = new AbortController()
  const http: typeof fetch = (input, init) => fetch(input, { ...init, signal: leaving.signal })
  simulator.hold('accept')
  const sending = connectTo(simulator.url, { fetch: http }).sendB2c(aPayment(app.url))
  await simulator.whenHeld('accept')
  leaving.abort()
  await expect(sending).resolves.toMatchObject({ outcome: 'unknown' })
  await expect.poll(() => simulator.held().accept).toBe(0)
  simulator.release('accept')
  // A second payment that goes all the way through shows that the first had its turn.
  await connectTo(simulator.url).sendB2c({ ...aPayment(app.url), amountKes: 77 })
  expect(simulator.ledger().payments).toMatchObject([{ amountKes: 77 }])
})

test('a token request that was given up while held does not end the life of another’s token', async () => {
  const { simulator, app } = await play()
  const paths: string[] = []
  const counting: typeof fetch = (input, init) => {
    paths.push(new URL(String(input)).pathname)
    return fetch(input, init)
  }
  const daraja = connectTo(simulator.url, { fetch: counting })
  await daraja.prepare()
  simulator.hold('oauth')
  await connectTo(simulator.url, { timeoutMs: 50 }).prepare()
  await expect.poll(() => simulator.held().oauth).toBe(0)
  simulator.release('oauth')
  await daraja.sendB2c(aPayment(app.url))
  expect(paths).toEqual(['/oauth/v1/generate', '/mpesa/b2c/v3/paymentrequest'])
})

test('the remote control queues, tops up and settles', async () => {
  const { simulator, app, control, daraja } = await play()
  await expect(control('next', { behaviour: 'status-pending' })).resolves.toMatchObject({ status: 200 })
  const payment = aPayment(app.url)
  await daraja.sendB2c(payment)
  await control('float', { kes: 500 })
  expect(simulator.ledger()).toEqual({ utilityKes: 1_000_500, payments: [] })
  const settlement = { originatorConversationId: payment.originatorConversationId, status: 'Completed' }
  await expect(control('settle', settlement)).resolves.toMatchObject({ status: 200 })
  expect(simulator.ledger()).toMatchObject({ utilityKes: 999_050, payments: [{ amountKes: 1450 }] })
})

test('closing lets go of everything that is held and delivers none of it', async () => {
  const { simulator, app, daraja } = await play()
  simulator.hold('callback')
  await daraja.sendB2c(aPayment(app.url))
  await simulator.whenHeld('callback')
  simulator.hold('reply')
  const sending = daraja.sendB2c(aPayment(app.url))
  await simulator.whenHeld('reply')
  await simulator.close()
  await expect(sending).resolves.toMatchObject({ outcome: 'unknown' })
  await simulator.idle()
  expect(app.requests).toEqual([])
})

test('a result can be late to the point, doubled and contradicted', async () => {
  const { simulator, pay, results, timeouts, control } = await play()
  const id = { originatorConversationId: 'po_1' }
  await pay({ ...id, msisdn: numberFor('no-callback') })
  expect(results()).toEqual([])
  for (const kind of ['queue-timeout', 'result', 'result', 'failure', 'html']) {
    await expect(control('deliver', { ...id, kind })).resolves.toMatchObject({ status: 200 })
    await simulator.idle()
  }
  expect(timeouts()).toHaveLength(1)
  expect(results()).toMatchObject([
    { value: { resultCode: '0', receipt: simulator.ledger().payments[0]?.receipt } },
    { value: { resultCode: '0' } },
    { value: { resultCode: '2040' } },
    { ok: false },
  ])
  expect(simulator.ledger().payments).toHaveLength(1)
})

test('a result can claim a payment that never was, with other details', async () => {
  const { simulator, pay, results, control } = await play()
  const id = { originatorConversationId: 'po_1' }
  await pay({ ...id, msisdn: numberFor('status-declined') })
  await control('deliver', { ...id, kind: 'success', distort: { addKes: 50, receipt: 'FORGED1234' } })
  await simulator.idle()
  expect(results()).toMatchObject([{ value: { resultCode: '0', amountKes: 1500, receipt: 'FORGED1234' } }])
  expect(simulator.ledger().payments).toEqual([])
})

test('a push’s callback can be delivered at any time', async () => {
  const { simulator, push, pushed, control } = await play()
  simulator.nextStk('no-callback')
  await push()
  const checkoutRequestId = simulator.stkOrders()[0]?.checkoutRequestId
  for (const kind of ['expired', 'failure', 'result', 'truncated']) {
    await expect(control('deliver-stk', { checkoutRequestId, kind })).resolves.toMatchObject({ status: 200 })
    await simulator.idle()
  }
  expect(pushed()).toMatchObject([
    { value: { resultCode: '1019' } },
    { value: { resultCode: '1032' } },
    { value: { resultCode: '0' } },
    { ok: false },
  ])
})

test('anything can be posted anywhere, from the address that true callbacks come from', async () => {
  const target = await startRecorder((response) => response.writeHead(404).end('who?'))
  const { control } = await play()
  await expect(control('forge', { url: `${target.url}/r/wrong`, body: { Result: 1 } })).resolves.toEqual({
    status: 200,
    body: { status: 404, text: 'who?' },
  })
  await control('forge', { url: `${target.url}/r/wrong`, body: '<xml', contentType: 'text/xml' })
  expect(target.requests).toMatchObject([
    { method: 'POST', path: '/r/wrong', body: { Result: 1 } },
    { text: '<xml', headers: { 'content-type': 'text/xml' } },
  ])
  await target.close()
  await expect(control('forge', { url: target.url })).resolves.toMatchObject({
    status: 200,
    body: { error: expect.stringContaining('ECONNREFUSED') },
  })
})

test('the remote control is not for pages in a browser', async () => {
  const { simulator, app } = await play()
  const status = (headers: Record<string, string>) =>
    new Promise((resolve) => {
      const call = request(`${simulator.url}/_sim/forge`, { method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      call.end(JSON.stringify({ url: app.url }))
    })
  await expect(status({ origin: 'https://evil.example' })).resolves.toBe(403)
  await expect(status({ host: 'evil.example:4010' })).resolves.toBe(403)
  expect(app.requests).toEqual([])
  await expect(status({})).resolves.toBe(200)
})

test.each([
  ['html-502', 'HTTP_502'],
  ['error-503', 'HTTP_503'],
  ['reset', 'ECONNRESET'],
  ['html', 'HTTP_200'],
])('an outage of the kind %s lasts until it is ended', async (fault, code) => {
  const { simulator, daraja, pay, control } = await play()
  await control('outage', { fault })
  await expect(pay()).resolves.toMatchObject({ outcome: 'not-sent', code })
  await control('outage', { fault: null })
  await daraja.prepare()
  simulator.setOutage(fault as 'reset')
  await expect(pay()).resolves.toMatchObject({ outcome: 'unknown', code })
  simulator.setOutage(undefined)
  await expect(pay()).resolves.toMatchObject({ outcome: 'accepted' })
  expect(simulator.ledger().payments).toHaveLength(1)
})

test.each([
  ['next', { behaviour: 'toString' }],
  ['hold', { what: 'everything' }],
  ['release', {}],
  ['float', { kes: 1.5 }],
  ['settle', { originatorConversationId: 'nobody', status: 'Completed' }],
  ['explode', {}],
  ['explode', undefined],
  ['next', { behaviour: 'code:' }],
  ['next-stk', { behaviour: 'pending:x' }],
  ['next-query', { answer: 'perhaps' }],
  ['deliver', { originatorConversationId: 'nobody', kind: 'result' }],
  ['deliver', { originatorConversationId: 'nobody', kind: 'toString' }],
  ['deliver-stk', { checkoutRequestId: 'nobody', kind: 'result' }],
  ['forge', { url: 'file:///etc/passwd' }],
  ['initiator', { state: 'asleep' }],
  ['outage', { fault: 'war' }],
  ['wallet', { msisdn: '0712', kes: 1 }],
  ['__proto__', {}],
])('a command that makes no sense is refused: %s %j', async (path, body) => {
  const { control } = await play()
  await expect(control(path, body)).resolves.toMatchObject({ status: 400 })
})
