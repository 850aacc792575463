import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PostbackRequest } from './request.ts'
import type { PartnerScheme } from './settings.ts'
import { aGet, aPost, aScheme, aTemplate, md5, PATH, reasonOf, SECRET, withSignature } from './testing.ts'
import { verifyPostback } from './verdict.ts'

const signed = md5(`c1|t1|1.5|paid|${SECRET}`)
const genuine = `user=c1&tx=t1&usd=1.5&status=paid&sig=${signed}`
const verify = (request: PostbackRequest, scheme: PartnerScheme = aScheme()) =>
  verifyPostback(scheme, [SECRET], request)

test('a genuine call is accepted with its event', () => {
  expect(verify(aGet(genuine))).toEqual({
    ok: true,
    event: {
      kind: 'credit',
      isTest: false,
      transactionId: 't1',
      userRef: 'c1',
      amountUsdMicros: 1_500_000,
      pairs: [
        ['user', 'c1'],
        ['tx', 't1'],
        ['usd', '1.5'],
        ['status', 'paid'],
        ['sig', signed],
      ],
    },
  })
})

describe('a signature over chosen fields', () => {
  test.each([
    ['another order of the parameters', `sig=${signed}&status=paid&usd=1.5&tx=t1&user=c1`, 'accepted'],
    ['capital hexadecimal digits', genuine.replace(signed, signed.toUpperCase()), 'accepted'],
    ['letters that are escaped without need', genuine.replace('user=c1', 'user=%631'), 'accepted'],
    ['an unsigned parameter of nobody’s interest', `${genuine}&utm=1`, 'accepted'],
    ['the same one twice', `${genuine}&utm=1&utm=2`, 'accepted'],
    ['no signature', genuine.replace(`&sig=${signed}`, ''), 'signature-missing'],
    ['an empty signature', genuine.replace(signed, ''), 'signature-missing'],
    ['a name without a value', genuine.replace(`=${signed}`, ''), 'signature-missing'],
    ['half a signature', genuine.replace(signed, signed.slice(0, 16)), 'signature-mismatch'],
    ['a signature and more', `${genuine}00`, 'signature-mismatch'],
    ['a signature of spaces', genuine.replace(signed, '+'.repeat(32)), 'signature-mismatch'],
    ['a signature that is no hexadecimal', genuine.replace(signed, 'z'.repeat(32)), 'signature-mismatch'],
    [
      'the signature in the wrong encoding',
      genuine.replace(signed, encodeURIComponent(Buffer.from(signed, 'hex').toString('base64'))),
      'signature-mismatch',
    ],
    ['another amount', genuine.replace('1.5', '1.50'), 'signature-mismatch'],
    ['another member', genuine.replace('c1', 'c2'), 'signature-mismatch'],
    ['a signed field that is missing', genuine.replace('tx=t1&', ''), 'signed-field-missing'],
    ['a signed field in another case', genuine.replace('tx=', 'TX='), 'signed-field-missing'],
    ['a signed field twice', `${genuine}&usd=1.5`, 'repeated-parameter'],
    ['a signed field twice, once escaped', `%75sd=99&${genuine}`, 'repeated-parameter'],
    ['the signature twice', `${genuine}&sig=${signed}`, 'repeated-parameter'],
    [
      'values moved across the separator',
      genuine.replace('c1', 'c1|t1').replace('tx=t1', 'tx='),
      'signature-mismatch',
    ],
  ])('%s: %s', (_name, query, expected) => {
    expect(reasonOf(aGet(query))).toBe(expected)
  })

  test('a field must not be in both query and body', () => {
    const call = aPost('usd=99', { rawTarget: `${PATH}?${genuine}` })
    expect(reasonOf(call)).toBe('repeated-parameter')
  })

  test('a plus and %20 are the same space and hash alike', () => {
    const sig = md5(`c1|t 1|1.5|paid|${SECRET}`)
    for (const tx of ['t+1', 't%201']) {
      expect(reasonOf(aGet(`user=c1&tx=${tx}&usd=1.5&status=paid&sig=${sig}`))).toBe('accepted')
    }
    expect(reasonOf(aGet(`user=c1&tx=t%2B1&usd=1.5&status=paid&sig=${sig}`))).toBe('signature-mismatch')
  })

  test('text is hashed as UTF-8 in any escape', () => {
    const sig = md5(`c1|t1|1.5|paid|${SECRET}é`)
    const scheme = withSignature({ ...aTemplate(), template: '{user}|{tx}|{usd}|{status}|{secret}{name}' })
    const utf8AsBytes = Buffer.from('é', 'utf8').toString('latin1')
    for (const name of ['%C3%A9', '%c3%a9', utf8AsBytes]) {
      expect(reasonOf(aGet(`user=c1&tx=t1&usd=1.5&status=paid&name=${name}&sig=${sig}`), scheme)).toBe(
        'accepted',
      )
    }
  })

  test('base64 with an unescaped plus is the same signature', () => {
    const scheme = withSignature({ ...aTemplate(), encoding: 'base64' })
    const [tx, sig] = Array.from({ length: 50 }, (_, at) => [`t${at}`, base64Of(`t${at}`)] as const).find(
      ([, text]) => text.includes('+') && !text.includes('/'),
    ) ?? ['', '']
    expect(sig).toContain('+')
    for (const sent of [sig, encodeURIComponent(sig)]) {
      expect(reasonOf(aGet(`user=c1&tx=${tx}&usd=1.5&status=paid&sig=${sent}`), scheme)).toBe('accepted')
    }
  })
})

test.each([
  ['an escape that is cut', 'user=c%'],
  ['an escape that is none', 'user=%zz'],
  ['bytes that are no UTF-8', 'user=%C3%28'],
  ['an overlong slash', 'user=%C0%AF'],
  ['half of a character', 'user=%ED%A0%80'],
  ['a byte that is no UTF-8, unescaped', 'user=\xe9'],
  ['a NUL', 'user=%00'],
  ['a character that is no byte', 'user=\u20ac'],
  ['all that in a name', '%zz=1'],
])('%s is refused before it is interpreted', (_name, query) => {
  expect(verify(aGet(`${query}&${genuine}`))).toEqual({
    ok: false,
    reason: 'invalid-encoding',
    answer: 'rejected',
    claimed: {},
  })
})

test.each([
  ['a target', aGet('x'.repeat(20_000))],
  ['a body', aPost('x'.repeat(70_000))],
  ['a list of parameters', aGet('x=1&'.repeat(201))],
])('too large %s is refused unread', (_name, request) => {
  expect(reasonOf(request)).toBe('too-large')
})

describe('secrets', () => {
  test('the old and the new one both work during a rotation', () => {
    expect(verifyPostback(aScheme(), ['new', SECRET], aGet(genuine)).ok).toBe(true)
    expect(verifyPostback(aScheme(), ['new', 'newer'], aGet(genuine)).ok).toBe(false)
  })

  test.each([[[]], [['']]])(
    'without a secret (%j) every call is refused, even one signed with an empty secret',
    (secrets) => {
      const forged = aGet(genuine.replace(signed, md5('c1|t1|1.5|paid|')))
      expect(verifyPostback(aScheme(), secrets, forged)).toMatchObject({
        reason: 'secret-missing',
        answer: 'retry',
      })
    },
  )

  test('a shared secret is compared completely and not stored', () => {
    const scheme = withSignature({ mode: 'shared-secret', location: 'query:key' })
    const call = (key: string) => verify(aGet(`user=c1&tx=t1&usd=1.5&status=paid&key=${key}`), scheme)
    expect(call(SECRET)).toMatchObject({
      ok: true,
      event: { pairs: expect.arrayContaining([['key', '••••••••']]) },
    })
    for (const wrong of ['s3cre', 's3cret1', 'S3CRET', 'other']) {
      expect(call(wrong)).toMatchObject({ ok: false, reason: 'signature-mismatch' })
    }
    expect(call('')).toMatchObject({ ok: false, reason: 'signature-missing' })
  })
})

describe('addresses', () => {
  const listed = aScheme({ ipAllow: ['192.0.2.0/24'] })

  test('a valid signature from a foreign address is refused, and its claim is stored', () => {
    expect(verify(aGet(genuine, { address: '198.51.100.1' }), listed)).toMatchObject({
      ok: false,
      reason: 'address-not-allowed',
      answer: 'rejected',
      claimed: { kind: 'credit', transactionId: 't1', userRef: 'c1' },
    })
    expect(reasonOf(aGet(genuine, { address: '::ffff:192.0.2.7' }), listed)).toBe('accepted')
  })

  test('a known address does not replace a signature', () => {
    expect(reasonOf(aGet(genuine.replace('1.5', '2')), listed)).toBe('signature-mismatch')
  })
})

test('a forged claim is stored for people and is never an event', () => {
  const verdict = verify(aGet(genuine.replace('1.5', '150')))
  expect(verdict).toMatchObject({ ok: false, claimed: { kind: 'credit', amountUsdMicros: 150_000_000 } })
  expect(verdict).not.toHaveProperty('event')
})

test('a genuine but unusable call is answered ok, because a retry would not help', () => {
  const sig = md5(`c1|t1|1e3|paid|${SECRET}`)
  expect(verify(aGet(`user=c1&tx=t1&usd=1e3&status=paid&sig=${sig}`))).toMatchObject({
    ok: false,
    reason: 'amount-invalid',
    answer: 'ok',
    claimed: { transactionId: 't1', userRef: 'c1' },
  })
})

function base64Of(tx: string) {
  return createHash('md5').update(`c1|${tx}|1.5|paid|${SECRET}`).digest('base64')
}
