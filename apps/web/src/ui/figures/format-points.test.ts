import { afterEach, expect, test } from 'vitest'
import { activateLanguage, t } from '../../i18n/i18n.ts'
import { formatPoints } from './amount.tsx'

afterEach(() => activateLanguage('en'))

test('points have a minus sign, not a hyphen, and a plus where a gain is shown as a change', async () => {
  await activateLanguage('en')
  expect([-2, 0, 1, 1200].map((points) => formatPoints(t, points))).toEqual([
    '−2 points',
    '0 points',
    '1 point',
    '1,200 points',
  ])
  expect([-1200, 0, 25].map((points) => formatPoints(t, points, { signed: true }))).toEqual([
    '−1,200 points',
    '0 points',
    '+25 points',
  ])
})

test('in Swahili the sign stands at the digits', async () => {
  await activateLanguage('sw')
  expect([-2, 25].map((points) => formatPoints(t, points, { signed: true }))).toEqual([
    'pointi −2',
    'pointi +25',
  ])
})
