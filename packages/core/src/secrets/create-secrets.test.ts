import { expect, test } from 'vitest'
import { createSecrets, parseSecretsKey, SecretError } from './secrets.ts'

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const secrets = createSecrets([one])
const place = { table: 'partner', column: 'secret', id: 'p1' }

test.each(['', 'whsec_abc', 'ufunguo wa siri 🔑', 'x'.repeat(100_000)])(
  '%# a sealed text opens again',
  (text) => {
    const sealed = secrets.seal(place, text)
    expect(secrets.open(place, sealed)).toBe(text)
    expect(sealed).toMatch(new RegExp(`^sealed:1:${secrets.keyId}:[\\w-]+$`))
    expect(secrets.seal(place, text)).not.toBe(sealed)
  },
)

test.each([{ table: 'webhook_endpoint' }, { column: 'public_key' }, { id: 'p2' }])(
  'an envelope does not open in another place: %j',
  (other) => {
    const sealed = secrets.seal(place, 'the secret')
    expect(() => secrets.open({ ...place, ...other }, sealed)).toThrow(SecretError)
  },
)

test('a changed envelope does not open, whichever byte was changed', () => {
  const [head, body = ''] = secrets.seal(place, 'abc').split(/(?<=:)(?=[^:]*$)/)
  const bytes = Buffer.from(body, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => secrets.open(place, head + changed.toString('base64url'))).toThrow(SecretError)
  }
  expect(() => secrets.open(place, head + bytes.subarray(0, -1).toString('base64url'))).toThrow(SecretError)
})

test('what is not sealed is refused, and the message repeats nothing of it', () => {
  expect(() => secrets.open(place, 'plain-canary')).toThrow('partner.secret of p1 is not sealed')
})

test('a previous key opens and no longer seals', () => {
  const rotated = createSecrets([two, one])
  expect(rotated.open(place, secrets.seal(place, 'kept'))).toBe('kept')
  expect(() => secrets.open(place, rotated.seal(place, 'new'))).toThrow(
    `sealed with the key ${rotated.keyId}, which is not among SECRETS_KEY`,
  )
})

test('a secret is found by its hash with any of the keys, and only for one purpose', () => {
  const [hash] = secrets.hash('url key', 'abc')
  expect(createSecrets([two, one]).hash('url key', 'abc')).toContainEqual(hash)
  expect(createSecrets([two]).hash('url key', 'abc')).not.toContainEqual(hash)
  expect(secrets.hash('other', 'abc')).not.toContainEqual(hash)
})

test('a key is 32 bytes in base64 or hexadecimal', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7))
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    expect(parseSecretsKey(` ${key.toString(encoding)}\n`)).toEqual(key)
  }
  for (const wrong of ['', 'short', key.subarray(1).toString('base64'), 'ä'.repeat(43), 'f'.repeat(63)]) {
    expect(parseSecretsKey(wrong)).toBeUndefined()
  }
})
