import { expect, test } from 'vitest'
import { isJsonObject, placeRefusal, toScheme, toSchemeValues } from './partner-form.tsx'

const scheme = {
  signature: { mode: 'none' },
  ipAllow: ['192.0.2.1', '192.0.2.0/24'],
  ceilings: { maxUsdCentsPerEvent: 2550 },
  holdDays: 7,
}

test('an unedited scheme is saved unchanged', () => {
  expect(toScheme(toSchemeValues(scheme))).toEqual(scheme)
  const more = {
    ...scheme,
    pointsPerUsd: 100,
    ceilings: { maxUsdCentsPerMemberDay: 29, maxPointsPerMemberDay: 30, maxPointsPerDay: 400 },
  }
  expect(toScheme(toSchemeValues(more))).toEqual(more)
})

test('an empty field sets nothing', () => {
  expect(toScheme({ ...toSchemeValues(scheme), maxEvent: '', ipAllow: ' \n ' })).toMatchObject({
    ceilings: {},
    ipAllow: [],
  })
})

test('a refusal appears at the field where it can be fixed', () => {
  expect(placeRefusal(['scheme.ipAllow.2', 'No address'])).toEqual(['ipAllow', 'No address'])
  expect(placeRefusal(['scheme.ceilings.maxPointsPerDay', 'Too small'])).toEqual([
    'maxPointsDay',
    'Too small',
  ])
  expect(placeRefusal(['scheme.ceilings', 'Set one'])).toEqual(['maxEvent', 'Set one'])
  expect(placeRefusal(['scheme.signature.location', 'Write query:name'])).toEqual([
    'rest',
    'signature.location: Write query:name',
  ])
  expect(placeRefusal(['name', 'Required'])).toEqual(['name', 'Required'])
})

test('a scheme must be an object', () => {
  expect(['{}', '[]', '7', 'null', '{'].map(isJsonObject)).toEqual([true, false, false, false, false])
})
