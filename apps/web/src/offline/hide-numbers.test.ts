import { expect, test } from 'vitest'
import { hideNumbers } from './offline.tsx'

test.each([
  ['Correction: paid to 0712345678 by mistake', 'Correction: paid to ••• by mistake'],
  ['Call +254 712 345 678', 'Call •••'],
  ['Account 0110-2938-47566', 'Account •••'],
])('a telephone number or an account in %j is not kept', (written, kept) => {
  expect(hideNumbers(written)).toBe(kept)
})

test.each(['Withdrawal of KES 250,000 requested', 'Survey: 24 questions about 2026', 'Day 12 of 31'])(
  '%j stays readable',
  (written) => {
    expect(hideNumbers(written)).toBe(written)
  },
)
