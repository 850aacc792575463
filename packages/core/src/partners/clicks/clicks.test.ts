import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { saveProfileAnswer, shareProfile } from '../../profile/profile.ts'
import { startSurvey } from '../../surveys/surveys.ts'
import { givenSurvey } from '../../surveys/testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { putProfile, putReference } from '../clicks.ts'
import { givenPartner } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test('an address gets the mapped answers in the partner’s words, and nothing else', () => {
  const mapping = [
    { attribute: 'sex', parameter: 'gender', codes: { female: '2' } },
    { attribute: 'birth_year', parameter: 'yob' },
    { attribute: 'assets', parameter: 'own' },
  ] as const
  const put = (url: string, profile: object) =>
    putProfile(url, [...mapping.map((each) => ({ ...each }))], profile)
  const profile = { sex: ['female'], birth_year: ['1990'], assets: ['radio', 'car'], county: ['lamu'] }
  expect(put('https://p.example/go?a=b%20c', profile)).toBe(
    'https://p.example/go?a=b%20c&gender=2&yob=1990&own=radio%2Ccar',
  )
  expect(put('https://p.example/#/x', { sex: ['female'] })).toBe('https://p.example/?gender=2#/x')
  // A code for which the partner has no word.
  expect(put('https://p.example/go', { sex: ['male'] })).toBe('https://p.example/go')
})

test('answers leave only with the member’s consent to sharing, and only those that the partner’s settings name', async () => {
  const { partnerId } = await givenPartner(db, {
    profile: [{ attribute: 'sex', parameter: 'gender', codes: { female: 'f', male: 'm' } }],
  })
  const member = await givenMember(db)
  for (const [attribute, codes] of [
    ['sex', ['male']],
    ['county', ['lamu']],
  ] as const) {
    await saveProfileAnswer(deps, member, { attribute, codes: [...codes], isConsented: true, source: 'page' })
  }
  const open = async () => {
    const surveyId = await givenSurvey(db, { kind: 'external', partnerId })
    const { externalUrl } = await startSurvey(deps, member, { surveyId })
    return [...new URL(externalUrl ?? '').searchParams.keys()]
  }
  expect(await open()).toEqual(['subid'])
  await shareProfile(deps, member, { isShared: true })
  expect(await open()).toEqual(['subid', 'gender'])
  await shareProfile(deps, member, { isShared: false })
  expect(await open()).toEqual(['subid'])
})

test.each([
  ['https://p.example/go?c={click_id}&a=1', 'https://p.example/go?c=REF&a=1'],
  ['https://p.example/go/{click_id}?again={click_id}', 'https://p.example/go/REF?again=REF'],
  ['https://p.example/go', 'https://p.example/go?subid=REF'],
  ['https://p.example/go?a=b%20c+d', 'https://p.example/go?a=b%20c+d&subid=REF'],
  ['https://p.example/go?', 'https://p.example/go?subid=REF'],
  ['https://p.example/go?a=1&', 'https://p.example/go?a=1&subid=REF'],
  ['https://p.example/go?a=1#top', 'https://p.example/go?a=1&subid=REF#top'],
  ['https://p.example/#/offers?a=1', 'https://p.example/?subid=REF#/offers?a=1'],
])('%s becomes %s', (url, expected) => {
  expect(putReference(url, 'REF')).toBe(expected)
})
