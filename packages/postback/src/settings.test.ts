import { refuse } from '@chuma/contract/problems'
import { describe, expect, test } from 'vitest'
import { partnerPresets } from './presets.ts'
import { type PartnerScheme, partnerScheme, type SignatureScheme } from './settings.ts'
import { aScheme } from './testing.ts'

const complaints = (scheme: unknown) => {
  const parsed = partnerScheme.safeParse(scheme)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}
const template = (text: string, more: object = {}): SignatureScheme => ({
  ...(aScheme().signature as Extract<SignatureScheme, { mode: 'template' }>),
  template: text,
  ...more,
})
const none: SignatureScheme = { mode: 'none' }
const shared: SignatureScheme = { mode: 'shared-secret', location: 'query:key' }
const perEvent = { maxUsdCentsPerEvent: 500 }
const perDay = { maxUsdCentsPerMemberDay: 500 }
const listed = ['192.0.2.0/24']

test('a scheme that signs everything needs neither addresses nor ceilings', () => {
  expect(complaints(aScheme())).toEqual([])
})

test.each(partnerPresets.map((preset) => [preset.label, preset.scheme] as const))(
  'the preset of %s is safe unchanged, and survives being stored',
  (_label, scheme) => {
    expect(complaints(scheme)).toEqual([])
    expect(partnerScheme.parse(JSON.parse(JSON.stringify(scheme)))).toEqual(scheme)
  },
)

describe('settings that would let a stranger create points are refused by field', () => {
  test.each<[string, Partial<PartnerScheme>, string[]]>([
    ['no signature and no addresses', { signature: none, ceilings: perDay }, ['ipAllow']],
    ['no signature, but addresses', { signature: none, ipAllow: listed }, []],
    ['an unsigned amount', { signature: template('{user}{tx}{status}{secret}') }, ['ceilings']],
    ['an unsigned status', { signature: template('{user}{tx}{usd}{secret}') }, ['ceilings']],
    ['an unsigned member', { signature: template('{tx}{usd}{status}{secret}') }, ['ceilings']],
    [
      'an unsigned transaction',
      { signature: template('{user}{usd}{status}{secret}') },
      ['ceilings.maxUsdCentsPerMemberDay'],
    ],
    ['an unsigned amount under a ceiling', { signature: template('{tx}{secret}'), ceilings: perEvent }, []],
    ['an unsigned amount from known addresses', { signature: template('{tx}{secret}'), ipAllow: listed }, []],
    [
      'an unsigned transaction under a ceiling of one event',
      { signature: template('{user}{usd}{status}{secret}'), ceilings: perEvent },
      ['ceilings.maxUsdCentsPerMemberDay'],
    ],
    [
      'an unsigned transaction under a ceiling of a day',
      { signature: template('{user}{usd}{status}{secret}'), ceilings: perDay },
      [],
    ],
    ['a shared secret alone', { signature: shared }, ['ceilings', 'ceilings.maxUsdCentsPerMemberDay']],
    ['a shared secret under a ceiling of a day', { signature: shared, ceilings: perDay }, []],
    [
      'a template without the secret',
      { signature: template('{user}{tx}{usd}{status}') },
      ['signature.template'],
    ],
    [
      'a template that signs nothing',
      { signature: template('{secret}'), ceilings: perDay },
      ['signature.template'],
    ],
    [
      'a signature over itself',
      { signature: template('{user}{tx}{usd}{status}{sig}{secret}') },
      ['signature.template'],
    ],
    [
      'a brace that was not closed',
      { signature: template('{user}{tx}{usd}{status}{secret') },
      ['signature.template'],
    ],
    ['an entry for everybody', { ipAllow: ['0.0.0.0/0'] }, ['ipAllow.0']],
    ['an entry for half of IPv6', { ipAllow: ['192.0.2.1', '8000::/1'] }, ['ipAllow.1']],
    ['a host name as an address', { ipAllow: ['partner.example'] }, ['ipAllow.0']],
  ])('%s', (_name, change, fields) => {
    const failed = complaints(aScheme(change)).map((complaint) => complaint.split(':')[0])
    expect([...new Set(failed)]).toEqual(fields)
  })

  test('the keyed template needs no placeholder for the secret', () => {
    expect(
      complaints(aScheme({ signature: template('{user}{tx}{usd}{status}', { keyed: 'hmac' }) })),
    ).toEqual([])
  })

  test('the problem names what is not covered', () => {
    const { error } = partnerScheme.safeParse(aScheme({ signature: template('{tx}{secret}') }))
    expect(error?.issues).toMatchObject([
      {
        path: ['ceilings'],
        message: refuse('SCHEME_UNCOVERED', { parts: ['user', 'amount', 'status'] }).error,
      },
    ])
  })

  test('an unknown status can mean anything but a credit', () => {
    const withOtherwise = (otherwise: string) => ({
      ...aScheme(),
      statuses: [{ param: 'status', values: { paid: 'credit' }, otherwise }],
    })
    expect(complaints(withOtherwise('credit'))).toEqual(['statuses.0.otherwise: UNKNOWN_VALUE_PAYS'])
    expect(complaints(withOtherwise('info'))).toEqual([])
  })
})

describe('settings that cannot work are refused', () => {
  const fields = aScheme().fields
  const { amountUsd: _amountUsd, ...withoutAmount } = fields
  const digest = { hash: 'md5', keyed: 'hmac', encoding: 'hex' }
  test.each<[string, object, string]>([
    ['no amount', { fields: withoutAmount }, 'fields.amountUsd'],
    ['points without a rate', { fields: { ...withoutAmount, amountPoints: 'coins' } }, 'fields.amountUsd'],
    ['a rate without points', { pointsPerUsd: 100 }, 'fields.amountPoints'],
    ['a rate of nothing', { pointsPerUsd: 0 }, 'pointsPerUsd'],
    ['a parameter name with an ampersand', { fields: { ...fields, user: 'a&b' } }, 'fields.user'],
    ['a mode nobody knows', { signature: { mode: 'rsa' } }, 'signature.mode'],
    ['a hash nobody knows', { signature: template('{tx}', { hash: 'crc32' }) }, 'signature.hash'],
    [
      'a place nobody knows',
      { signature: template('{tx}', { location: 'cookie:sig' }) },
      'signature.location',
    ],
    [
      'a signature inside the body that it signs',
      { signature: { mode: 'raw-body', ...digest, location: 'body:sig' } },
      'signature.location',
    ],
    [
      'a URL up to a header',
      { signature: { mode: 'full-url-before-param', ...digest, location: 'header:sig' } },
      'signature.location',
    ],
    ['a field of another mode', { signature: { mode: 'none', template: 'x' }, ipAllow: listed }, 'signature'],
    [
      'success as the answer to our own failure',
      { replies: { ...aScheme().replies, retry: { status: 200, body: '' } } },
      'replies.retry.status',
    ],
    [
      'a failure as the answer to a duplicate',
      { replies: { ...aScheme().replies, duplicate: { status: 409, body: '' } } },
      'replies.duplicate.status',
    ],
    [
      'a reply with a line break',
      { replies: { ...aScheme().replies, ok: { status: 200, body: 'a\nb' } } },
      'replies.ok.body',
    ],
    ['a ceiling of nothing', { ceilings: { maxUsdCentsPerEvent: 0 } }, 'ceilings.maxUsdCentsPerEvent'],
    ['a ceiling of no points', { ceilings: { maxPointsPerDay: 0 } }, 'ceilings.maxPointsPerDay'],
    ['a ceiling with decimals', { ceilings: { maxUsdCentsPerEvent: 1.5 } }, 'ceilings.maxUsdCentsPerEvent'],
    ['a setting nobody knows', { trustProxy: true }, ''],
  ])('%s', (_name, change, field) => {
    const failed = complaints({ ...aScheme(), ...change }).map((complaint) => complaint.split(':')[0])
    expect(failed).toContain(field)
  })

  test.each([
    ['a placeholder twice', { params: ['a', 'a'], omitWhenEmpty: [] }, 'signature.params'],
    ['the signature among the placeholders', { params: ['a', 'sig'], omitWhenEmpty: [] }, 'signature.params'],
    [
      'an optional placeholder that is not signed',
      { params: ['a'], omitWhenEmpty: ['b'] },
      'signature.omitWhenEmpty',
    ],
  ])('%s', (_name, change, field) => {
    const signature = {
      mode: 'sorted-placeholders',
      separator: ':',
      ...digest,
      location: 'query:sig',
      ...change,
    }
    const failed = complaints({ ...aScheme({ ceilings: perDay }), signature })
    expect(failed.map((complaint) => complaint.split(':')[0])).toContain(field)
  })
})
