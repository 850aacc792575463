import { describe, expect, test } from 'vitest'
import type { PostbackRequest } from './request.ts'
import { aPost, hmacSha1, PATH, reasonOf, withSignature } from './testing.ts'

const rawBody = withSignature({
  mode: 'raw-body',
  hash: 'sha1',
  keyed: 'hmac',
  encoding: 'hex',
  location: 'header:x-sig',
})

describe('a signed body', () => {
  const json = '{"user":"c1","tx":"t1","usd":1.5,"status":"paid"}'
  const post = (body: string | Buffer, overrides: Partial<PostbackRequest> = {}) =>
    aPost(body, {
      headers: { 'content-type': 'application/json', 'x-sig': hmacSha1(Buffer.from(body)) },
      ...overrides,
    })
  const form = (body: string | Buffer) => ({
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-sig': hmacSha1(Buffer.from(body)),
    },
  })

  test('is read as JSON or as a form', () => {
    expect(reasonOf(post(json), rawBody)).toBe('accepted')
    expect(
      reasonOf(post('user=c1&tx=t1&usd=1.5&status=paid', form('user=c1&tx=t1&usd=1.5&status=paid')), rawBody),
    ).toBe('accepted')
  })

  test('is signed byte for byte', () => {
    expect(reasonOf({ ...post(json), rawBody: Buffer.from(json.replace(',', ', ')) }, rawBody)).toBe(
      'signature-mismatch',
    )
  })

  test('is the only source: the query is not signed', () => {
    const withoutAmount = json.replace('"usd":1.5,', '')
    expect(reasonOf(post(withoutAmount, { rawTarget: `${PATH}?usd=99` }), rawBody)).toBe('amount-missing')
  })

  test.each<[string, string | Buffer, string]>([
    [
      'a byte order mark before JSON',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(json)]),
      'invalid-body',
    ],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{"user":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      'invalid-encoding',
    ],
    ['UTF-16', Buffer.from(json, 'utf16le'), 'invalid-body'],
    ['JSON that is cut off', json.slice(0, -1), 'invalid-body'],
    ['a list', `[${json}]`, 'invalid-body'],
    ['a bare number', '1', 'invalid-body'],
    ['null', 'null', 'invalid-body'],
    ['a name twice', json.replace('"usd"', '"usd":9,"usd"'), 'repeated-parameter'],
    ['a name twice, once escaped', json.replace('"usd"', '"u\\u0073d":9,"usd"'), 'repeated-parameter'],
    ['a NUL', json.replace('c1', 'c\\u0000'), 'invalid-encoding'],
    ['half of a character', json.replace('c1', '\\ud800'), 'invalid-encoding'],
    ['brackets without end', '['.repeat(60_000), 'invalid-body'],
    ['brackets beyond measure', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'invalid-body'],
    ['depth beyond measure in a field', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'user-missing'],
    ['an amount as text', json.replace('1.5', '"1.5"'), 'accepted'],
    ['an amount without bound', json.replace('1.5', '1e309'), 'amount-invalid'],
    ['an amount in an object', json.replace('1.5', '{"usd":1.5}'), 'amount-missing'],
    ['colons and quotes in a text', json.replace('c1', 'a\\":1,\\"b'), 'accepted'],
  ])('%s', (_name, body, expected) => {
    expect(reasonOf(post(body), rawBody)).toBe(expected)
  })

  test('a form with a byte order mark or broken escapes is refused', () => {
    const bom = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('user=c1')])
    expect(reasonOf(post(bom, form(bom)), rawBody)).toBe('invalid-body')
    expect(reasonOf(post('user=%C3', form('user=%C3')), rawBody)).toBe('invalid-encoding')
  })

  test('other content types are refused, and a GET has no body', () => {
    const xml = { headers: { 'content-type': 'text/xml', 'x-sig': 'x' } }
    expect(reasonOf(post('<user/>', xml), rawBody)).toBe('unsupported-body')
    expect(reasonOf({ ...post(json), method: 'GET' }, rawBody)).toBe('user-missing')
  })
})
