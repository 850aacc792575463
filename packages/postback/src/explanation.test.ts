import { expect, test } from 'vitest'
import { aGet, aScheme, aTemplate, BASE, hmacSha1, md5, PATH, SECRET, withSignature } from './testing.ts'
import { explainSignature } from './verdict.ts'

const keyed = { hash: 'sha1', keyed: 'hmac', encoding: 'hex' } as const
const explain = (query: string, scheme = aScheme()) => explainSignature(scheme, [SECRET], aGet(query))

test('the hashed text is shown with the secret masked', () => {
  const sig = md5(`c1|t1|1.5|paid|${SECRET}`)
  expect(explain(`user=c1&tx=t1&usd=1.5&status=paid&sig=${sig}`)).toEqual({
    method: 'MD5, hex, in query:sig',
    signedText: 'c1|t1|1.5|paid|••••••••',
    presented: sig,
    isValid: true,
    coverage: { user: true, transaction: true, amount: true, status: true },
  })
})

test('a wrong signature is shown beside the text; the right one is not revealed', () => {
  const right = md5(`c1|t1|1.5|paid|${SECRET}`)
  const explained = explain('user=c1&tx=t1&usd=1.5&status=paid&sig=00')
  expect(explained).toMatchObject({ presented: '00', isValid: false, reason: 'signature-mismatch' })
  expect(JSON.stringify(explained)).not.toContain(right)
  expect(JSON.stringify(explained)).not.toContain(SECRET)
})

test('a secret that also occurs in a parameter is not replaced there', () => {
  expect(explain(`user=${SECRET}&tx=t1&usd=1.5&status=paid&sig=00`).signedText).toBe(
    `${SECRET}|t1|1.5|paid|••••••••`,
  )
})

test('a URL is shown unchanged, with invisible bytes marked', () => {
  const scheme = withSignature({ mode: 'full-url-before-param', ...keyed, location: 'query:sig' })
  const query = 'user=c1&tx=a+b%20c&usd=1&status=paid&x=\\\x07'
  expect(explain(`${query}&sig=${hmacSha1(`${BASE}${PATH}?${query}`)}`, scheme)).toMatchObject({
    method: 'HMAC-SHA1, hex, in query:sig',
    signedText: `${BASE}${PATH}?user=c1&tx=a+b%20c&usd=1&status=paid&x=\\\\\\x07`,
    isValid: true,
  })
})

test('bytes that are not text are shown as numbers', () => {
  const scheme = withSignature({ mode: 'raw-body', ...keyed, location: 'query:sig' })
  const request = { ...aGet('sig=00'), rawBody: Buffer.from([0x41, 0xc3, 0x28, 0xff]) }
  expect(explainSignature(scheme, [SECRET], request).signedText).toBe('A\\xc3(\\xff')
})

test('letters of other scripts are shown, invisible ones are not', () => {
  const scheme = withSignature({ ...aTemplate(), template: '{user}{secret}' })
  expect(explain('user=%C3%A9%E2%80%AE%C2%85&sig=00', scheme).signedText).toBe(
    'é\\xe2\\x80\\xae\\xc2\\x85••••••••',
  )
})

test('missing parts are named', () => {
  expect(explain('user=c1&sig=00')).toMatchObject({
    isValid: false,
    reason: 'signed-field-missing',
    presented: '00',
  })
  expect(explain('user=c1&tx=t1&usd=1.5&status=paid')).toMatchObject({
    isValid: false,
    reason: 'signature-missing',
    signedText: 'c1|t1|1.5|paid|••••••••',
  })
  expect(explain('user=%zz')).toMatchObject({ isValid: false, reason: 'invalid-encoding' })
})

test('a shared secret is never shown', () => {
  const scheme = withSignature({ mode: 'shared-secret', location: 'query:key' })
  expect(explain(`user=c1&key=${SECRET}`, scheme)).toEqual({
    method: 'shared secret in query:key',
    presented: '••••••••',
    isValid: true,
    coverage: { user: false, transaction: false, amount: false, status: false },
  })
})

test('without a signature there is nothing to explain', () => {
  expect(explain('user=c1', withSignature({ mode: 'none' }))).toMatchObject({
    method: 'no signature',
    isValid: true,
  })
})
