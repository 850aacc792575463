import { describe, expect, test } from 'vitest'
import { aGet, aPost, BASE, hmacSha1, PATH, reasonOf, SECRET, withSignature } from './testing.ts'
import { verifyPostback } from './verdict.ts'

const keyed = { hash: 'sha1', keyed: 'hmac', encoding: 'hex' } as const
const fullUrl = withSignature({ mode: 'full-url-before-param', ...keyed, location: 'query:sig' })
const fullUrlMinus = withSignature({ mode: 'full-url-minus-param', ...keyed, location: 'query:sig' })
const queryMinus = withSignature({ mode: 'query-minus-param', ...keyed, location: 'query:sig' })
const sortedQuery = withSignature({ mode: 'sorted-query', ...keyed, location: 'header:X-Sig' })

describe('a signature over the whole URL', () => {
  const query = 'user=c1&tx=t1&usd=1.5&status=paid&name=a+b%20c%2fd'
  const sign = (text: string) => hmacSha1(Buffer.from(`${BASE}${PATH}?${text}`, 'latin1'))
  const call = (text: string) => aGet(`${text}&sig=${sign(text)}`)

  test.each([
    ['as it came', query, 'accepted'],
    ['with empty pieces', `${query}&&x=`, 'accepted'],
    ['with repeated parameters of nobody’s interest', `${query}&sub=1&sub=2`, 'accepted'],
    ['with a macro that was not filled in', `${query}&ref=[%REF%]`, 'accepted'],
    ['with bytes beyond ASCII', `${query}&city=${Buffer.from('Thika é').toString('latin1')}`, 'accepted'],
    ['with the amount twice', `${query}&usd=9`, 'repeated-parameter'],
  ])('%s: %s', (_name, text, expected) => {
    expect(reasonOf(call(text), fullUrl)).toBe(expected)
    expect(reasonOf(call(text), fullUrlMinus)).toBe(expected)
  })

  test.each([
    ['%20 instead of the plus', (target: string) => target.replace('a+b', 'a%20b')],
    ['the plus instead of %20', (target: string) => target.replace('b%20c', 'b+c')],
    ['an escape in capitals', (target: string) => target.replace('%2f', '%2F')],
    ['an escape that was resolved', (target: string) => target.replace('%2f', '/')],
    ['another order', (target: string) => target.replace('user=c1&tx=t1', 'tx=t1&user=c1')],
    ['another path', (target: string) => target.replace('k3y', 'k4y')],
    ['an ampersand more', (target: string) => target.replace('&tx', '&&tx')],
  ])('%s is another URL', (_name, change) => {
    const request = call(query)
    const changed = { ...request, rawTarget: change(request.rawTarget) }
    expect(changed.rawTarget).not.toBe(request.rawTarget)
    expect(reasonOf(changed, fullUrl)).toBe('signature-mismatch')
  })

  test('the registered URL counts, not the one behind the proxy', () => {
    expect(reasonOf({ ...call(query), publicBaseUrl: `${BASE}/` }, fullUrl)).toBe('accepted')
    expect(reasonOf({ ...call(query), publicBaseUrl: 'http://10.0.0.5:3000' }, fullUrl)).toBe(
      'signature-mismatch',
    )
  })

  test('without that URL the partner is asked to retry', () => {
    const { publicBaseUrl: _unknown, ...request } = call(query)
    expect(verifyPostback(fullUrl, [SECRET], request)).toMatchObject({
      reason: 'base-url-missing',
      answer: 'retry',
    })
  })

  test.each(['&usd=9', '&x=1', '&', '#x', '&sig='])(
    'anything appended after the signature (%s) is refused',
    (more) => {
      const request = call(query)
      const longer = { ...request, rawTarget: `${request.rawTarget}${more}` }
      expect(reasonOf(longer, fullUrl)).not.toBe('accepted')
      expect(reasonOf(longer, fullUrlMinus)).not.toBe('accepted')
    },
  )

  test('a signature in the middle is removed from the text', () => {
    const middle = aGet(`user=c1&tx=t1&sig=${sign(query)}&usd=1.5&status=paid&name=a+b%20c%2fd`)
    expect(reasonOf(middle, fullUrlMinus)).toBe('accepted')
    expect(reasonOf(middle, fullUrl)).toBe('signature-not-last')
  })

  test('a body is not read if only the URL is signed', () => {
    const request = call('user=c1&tx=t1&status=paid')
    const withBody = { ...aPost('usd=99', { rawTarget: request.rawTarget }), publicBaseUrl: BASE }
    expect(reasonOf(withBody, fullUrl)).toBe('amount-missing')
  })

  test('a scheme can sign only the query', () => {
    const request = aGet(`${query}&sig=${hmacSha1(query)}`)
    expect(reasonOf({ ...request, publicBaseUrl: 'https://elsewhere.example' }, queryMinus)).toBe('accepted')
    expect(reasonOf(aGet(request.rawTarget.slice(PATH.length + 1).replace('a+b', 'a%20b')), queryMinus)).toBe(
      'signature-mismatch',
    )
  })
})

test('sorted parameters are compared as a form, in any order and escape, with repeated ones included', () => {
  const sorted = 'name=a+b&status=paid&sub=1&sub=2&tx=t1&usd=1.5&user=c1'
  const headers = { 'x-sig': hmacSha1(sorted) }
  const call = (query: string) => reasonOf(aGet(query, { headers }), sortedQuery)
  expect(call('user=c1&usd=1.5&tx=t1&sub=1&sub=2&status=paid&name=a%20b')).toBe('accepted')
  expect(call('user=c1&usd=1.5&tx=t1&sub=2&sub=1&status=paid&name=a%20b')).toBe('signature-mismatch')
  expect(call('user=c1&usd=1.5&tx=t1&sub=1&status=paid&name=a%20b')).toBe('signature-mismatch')
  expect(reasonOf(aGet(sorted, { headers: {} }), sortedQuery)).toBe('signature-missing')
  expect(reasonOf(aGet(sorted, { headers: { 'x-sig': [headers['x-sig'], ''] } }), sortedQuery)).toBe(
    'repeated-parameter',
  )
})
