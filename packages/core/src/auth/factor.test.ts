import { expect, test } from 'vitest'
import { createTotpSecret, findTotpStep } from './factor.ts'

// RFC 6238, appendix B, truncated to six digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [20_000_000_000, '353130', 666_666_666],
])('at second %i the code %s belongs to step %i', (nowSeconds, code, step) => {
  expect(findTotpStep(secret, code, nowSeconds)).toBe(step)
})

test('a clock may be one step off, in either direction and no further', () => {
  // The code of step 37037036, which lasts from second 1111111080 to 1111111109.
  const at = (nowSeconds: number) => findTotpStep(secret, '081804', nowSeconds)
  expect([1_111_111_050, 1_111_111_079, 1_111_111_110, 1_111_111_139].map(at)).toEqual(
    Array(4).fill(37_037_036),
  )
  expect([1_111_111_049, 1_111_111_140].map(at)).toEqual([null, null])
})

test.each(['081805', '81804', '0081804', 'ABCDEFGHIJKLMNOP', ''])('%j is not a code', (code) => {
  expect(findTotpStep(secret, code, 1_111_111_109)).toBeNull()
})

test('a new secret has 160 bits, and its address names the account', () => {
  const { secret: made, otpauthUri } = createTotpSecret('joyce', 'Pesa')
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(createTotpSecret('joyce', 'Pesa').secret).not.toBe(made)
  const uri = new URL(otpauthUri)
  expect([uri.protocol, uri.host, uri.pathname]).toEqual(['otpauth:', 'totp', '/Pesa:joyce'])
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Pesa',
    secret: made,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
