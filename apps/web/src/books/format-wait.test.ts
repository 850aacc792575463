import { expect, test } from 'vitest'
import { loadMessages, t } from '../i18n/i18n.ts'
import { formatWait } from './word-figures.ts'

await loadMessages('visitor')

test.each([
  [0, 'Less than a minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [90 * 60, '90 minutes'],
  [90 * 60 + 1, '2 hours'],
  [48 * 3600, '48 hours'],
  [48 * 3600 + 1, '3 days'],
])('%i seconds read as %s', (seconds, words) => {
  expect(formatWait(t, seconds)).toBe(words)
})
