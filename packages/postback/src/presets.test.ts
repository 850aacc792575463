import { describe, expect, test } from 'vitest'
import { postbackUrls } from './preset.ts'
import { offerWallVectors, SECRET, surveyVectors } from './presets.testing.ts'
import { findPartnerPreset, partnerPresets } from './presets.ts'
import { aGet } from './testing.ts'
import { verifyPostback } from './verdict.ts'

const vectors = { ...surveyVectors, ...offerWallVectors }

const cases = Object.entries(vectors).flatMap(([id, ofPartner]) =>
  Object.entries(ofPartner).map(([name, vector]) => ({ id, name, ...vector })),
)

test.each(cases)('$id, calculated by hand: $name', ({ id, request, says }) => {
  const { scheme } = presetOf(id)
  expect(verifyPostback(scheme, [SECRET], request)).toEqual({
    ok: true,
    event: expect.objectContaining(says),
  })
})

test.each(cases)('$id, $name: another secret does not fit', ({ id, request }) => {
  const { scheme } = presetOf(id)
  const verdict = verifyPostback(scheme, ['another'], { ...request, address: '198.51.100.1' })
  const expected = id === 'adgate' ? 'address-not-allowed' : 'signature-mismatch'
  expect(verdict).toMatchObject({ ok: false, reason: expected, answer: 'rejected' })
})

test('every preset has been calculated by hand', () => {
  expect(partnerPresets.map(({ id }) => id)).toEqual(Object.keys(vectors))
})

test('BitLabs’ own published example fits', () => {
  const { scheme } = presetOf('bitlabs')
  const request = {
    ...aGet(''),
    publicBaseUrl: 'https://publisher.com',
    rawTarget:
      '/complete?uid=8cc877ee-af19-488d-b28d-216fb866b996&val=500&hash=dbcd6bb8ca677344592842a52b4fca9bec36cd4b',
  }
  const settings = {
    ...scheme,
    fields: { user: 'uid', transaction: 'uid', amountUsd: { param: 'val', unit: 'cents' as const } },
  }
  expect(verifyPostback(settings, ['JLOIAUNMHFli7ZJOQVEzm98rzqnm9'], request)).toMatchObject({
    ok: true,
    event: { kind: 'credit', userRef: '8cc877ee-af19-488d-b28d-216fb866b996', amountUsdMicros: 5_000_000 },
  })
})

describe('the URLs for the partner’s dashboard', () => {
  test.each(partnerPresets.map((preset) => [preset.label, preset] as const))(
    'the URLs of %s request everything its scheme reads, unless the partner appends its own parameters',
    (_label, { scheme, urls, click, coverageNote }) => {
      expect(click.url).toContain('{click}')
      expect(coverageNote).toMatch(/\.$/)
      for (const query of Object.values(urls)) {
        if (query === '') continue
        const asked = query.split('&').map((part) => part.split('=')[0])
        const { amountUsd, testFlag: _testFlag, ...plain } = scheme.fields
        expect(asked).toEqual(expect.arrayContaining(Object.values(plain)))
        if (amountUsd) expect(asked).toContain(amountUsd.param)
      }
    },
  )
})

test('staff get complete URLs with the partner’s macros unchanged', () => {
  const [url] = postbackUrls(presetOf('bitlabs'), 'https://earn.example/', 'k3y')
  expect(url?.url).toMatch(/^https:\/\/earn\.example\/postback\/k3y\?uid=\[%USER:UID%\]&tx=\[%TX%\]&/)
})

test('a partner that appends its own parameters gets the bare URL', () => {
  expect(postbackUrls(presetOf('tapjoy'), 'https://earn.example', 'k3y').map(({ url }) => url)).toEqual([
    'https://earn.example/postback/k3y',
  ])
})

test('a partner that reports reversals separately gets a second URL', () => {
  const urls = postbackUrls(presetOf('pollfish'), 'https://earn.example', 'k3y').map(({ url }) => url)
  expect(urls).toHaveLength(2)
  expect(urls[1]).toContain('/postback/k3y?event=reconciliation&cpa=[[cpa]]')
})

function presetOf(id: string) {
  const preset = findPartnerPreset(id)
  if (!preset) throw new Error(`no preset ${id}`)
  return preset
}
