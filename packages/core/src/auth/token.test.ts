import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createToken, parseToken } from './sessions.ts'

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
