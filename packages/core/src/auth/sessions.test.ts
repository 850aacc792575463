import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createToken, nameDevice, parseToken } from './sessions.ts'

test('a token contains its kind and owner, and is stored as the hash of the whole', () => {
  const ownerId = randomUUID()
  const { token, tokenHash } = createToken('u', ownerId)
  expect(parseToken(token)).toEqual({ kind: 'u', ownerId, tokenHash })
  expect(tokenHash).toEqual(createHash('sha256').update(token).digest())
})

test('two tokens of one owner have nothing guessable in common', () => {
  const ownerId = randomUUID()
  const [one, other] = [createToken('l', ownerId).token, createToken('l', ownerId).token]
  expect(one.slice(0, 24)).toBe(other.slice(0, 24))
  expect(Buffer.from(one.slice(24), 'base64url')).toHaveLength(32)
  expect(one.slice(24)).not.toBe(other.slice(24))
})

test('any owner can be read back from their token', () => {
  fc.assert(
    fc.property(fc.uuid(), (ownerId) => parseToken(createToken('a', ownerId).token)?.ownerId === ownerId),
  )
})

test.each([
  '',
  'u_',
  'garbage',
  `x_${'A'.repeat(65)}`,
  `u_${'A'.repeat(64)}`,
  `u_${'A'.repeat(66)}`,
  `u_${'A'.repeat(64)}=`,
  `u_${'A'.repeat(65)}\n`,
  `__proto__${'A'.repeat(58)}`,
  'u\0_'.padEnd(67, 'A'),
])('%j is not a token', (text) => {
  expect(parseToken(text)).toBeNull()
})

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/143.0.0.0 Mobile Safari/537.36`],
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/143.0.0.0 Safari/537.36`],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [
    'Safari on iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'Opera on Android',
    'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
  ],
  ['Windows', 'Mozilla/5.0 (Windows NT 10.0) Evil.example/2.0'],
  ['Unknown device', 'Visit www.evil.example/1.0 now'],
  ['Unknown device', 'curl/8.14.1'],
  ['Unknown device', '\r\n<script>'],
  ['Unknown device', '__proto__/1.0 (constructor)'],
  ['Unknown device', ''],
  ['Unknown device', null],
])('the name %s is given to %j', (name, userAgent) => {
  expect(nameDevice(userAgent)).toBe(name)
})
