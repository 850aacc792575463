import { createHmac, timingSafeEqual } from 'node:crypto'
import { expect, test } from 'vitest'
import { signWebhook } from './deliveries.ts'
import { createWebhookSecret } from './endpoints.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  sentAt: 1614265330,
  body: '{"test": 2432232314}',
  secrets: [SECRET],
}

/** A receiver's check, written from the specification and independent of our code. */
function verify(secret: string, headers: Record<string, string>, body: string): boolean {
  const key = Buffer.from(secret.split('_')[1] ?? '', 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const expected = createHmac('sha256', key).update(signed).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((part) => {
    const [version, signature = ''] = part.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

test('the signature matches the Standard Webhooks specification’s example', () => {
  expect(signWebhook(message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a changed bit of body, id, time or signature is detected', () => {
  const headers = signWebhook(message)
  const { body } = message
  expect(verify(SECRET, headers, body)).toBe(true)
  const flip = (text: string) => String.fromCharCode(text.charCodeAt(0) ^ 1) + text.slice(1)
  expect(verify(SECRET, headers, flip(body))).toBe(false)
  expect(verify(SECRET, { ...headers, 'webhook-id': flip(message.id) }, body)).toBe(false)
  expect(verify(SECRET, { ...headers, 'webhook-timestamp': '1614265331' }, body)).toBe(false)
  const [version, signature = ''] = (headers['webhook-signature'] ?? '').split(',')
  const wrong = Buffer.from(signature, 'base64').map((byte, index) => (index === 31 ? byte ^ 1 : byte))
  const forged = `${version},${Buffer.from(wrong).toString('base64')}`
  expect(verify(SECRET, { ...headers, 'webhook-signature': forged }, body)).toBe(false)
})

test('with two secrets either signature proves the message', () => {
  const [one, two] = [createWebhookSecret(), createWebhookSecret()]
  const headers = signWebhook({ ...message, secrets: [one, two] })
  expect(verify(one, headers, message.body)).toBe(true)
  expect(verify(two, headers, message.body)).toBe(true)
  expect(verify(createWebhookSecret(), headers, message.body)).toBe(false)
})

test('a secret has 256 random bits in the specification’s form', () => {
  expect(createWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(createWebhookSecret()).not.toBe(createWebhookSecret())
})
