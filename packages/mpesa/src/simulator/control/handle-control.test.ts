import { expect, test } from 'vitest'
import { aPayment, connectTo } from '../../testing.ts'
import { play } from '../testing.ts'

const nothingPaid = { utilityKes: 1_000_000, payments: [] }

test('held token requests are counted and go on when released', async () => {
  const { simulator, control, daraja } = await play()
  await control('hold', { what: 'oauth' })
  const preparing = daraja.prepare()
  await simulator.whenHeld('oauth')
  await expect(control('held')).resolves.toMatchObject({
    body: { oauth: 1, accept: 0, reply: 0, callback: 0 },
  })
  await control('release', { what: 'oauth' })
  await expect(preparing).resolves.toEqual({ outcome: 'ready' })
  expect(simulator.held().oauth).toBe(0)
})

test('a payment held before acceptance is paid after its release', async () => {
  const { simulator, app, control, daraja } = await play()
  await control('hold', { what: 'accept' })
  const sending = daraja.sendB2c(aPayment(app.url))
  await simulator.whenHeld('accept')
  await expect(control('ledger')).resolves.toEqual({ status: 200, body: nothingPaid })
  await control('release', { what: 'accept' })
  await expect(sending).resolves.toMatchObject({ outcome: 'accepted' })
  expect(simulator.ledger().payments).toHaveLength(1)
})

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

test('a held reply belongs to a payment that is made, and its result waits too', async () => {
  const { simulator, app, control, daraja } = await play()
  simulator.hold('reply')
  const sending = daraja.sendB2c(aPayment(app.url))
  await simulator.whenHeld('reply')
  expect(simulator.ledger().payments).toHaveLength(1)
  await expect(control('deliveries')).resolves.toEqual({ status: 200, body: { underway: 0, deliveries: [] } })
  simulator.release('reply')
  await sending
  await simulator.idle()
  expect(app.requests).toHaveLength(1)
})

test('held callbacks are delivered when released', async () => {
  const { simulator, app, control, daraja } = await play()
  simulator.hold('callback')
  await Promise.all([daraja.sendB2c(aPayment(app.url)), daraja.sendB2c(aPayment(app.url))])
  await simulator.whenHeld('callback', 2)
  expect(app.requests).toEqual([])
  simulator.release('callback')
  await simulator.idle()
  expect(app.requests).toHaveLength(2)
  await expect(control('deliveries')).resolves.toMatchObject({
    body: { underway: 0, deliveries: [{ status: 200 }, { status: 200 }] },
  })
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

test.each([
  ['next', { behaviour: 'toString' }],
  ['hold', { what: 'everything' }],
  ['release', {}],
  ['float', { kes: 1.5 }],
  ['settle', { originatorConversationId: 'nobody', status: 'Completed' }],
  ['explode', {}],
  ['explode', undefined],
])('a command that makes no sense is refused: %s %j', async (path, body) => {
  const { control } = await play()
  await expect(control(path, body)).resolves.toMatchObject({ status: 400 })
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
