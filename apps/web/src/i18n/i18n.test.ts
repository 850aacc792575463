import { expect, test } from 'vitest'
import { t } from './i18n.ts'

test('a plural follows its number', () => {
  expect(t('amount.points', { points: 1 })).toBe('1 point')
  expect(t('amount.points', { points: 1200 })).toBe('1,200 points')
})

test('a value that a message names is asked for by the compiler', () => {
  // @ts-expect-error the values are missing
  t('amount.points')
  // @ts-expect-error the name is wrong
  t('amount.points', { count: 1 })
  // @ts-expect-error there is no such message
  t('amount.nothing')
  expect(t('nav.home')).toBe('Home')
})
