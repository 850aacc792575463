import { request } from 'node:http'
import { expect, test } from 'vitest'
import { startRecorder } from '../../testing.ts'
import { numberFor, play } from '../testing.ts'

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

test('an expired token is renewed by the client, and the payment made once', async () => {
  const { simulator, daraja, pay, control } = await play()
  await daraja.prepare()
  await control('expire-token', {})
  await expect(pay()).resolves.toMatchObject({ outcome: 'accepted' })
  expect(simulator.ledger().payments).toHaveLength(1)
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
