import type { Failure } from '@chuma/contract/errors'
import { problem } from '@chuma/contract/problems'
import { notice } from '@chuma/core/notice'
import { expect, test } from 'vitest'
import { describeFailure, sayFailure, sayNotice, sayProblem } from './words.ts'

const say = (failure: Failure) => sayFailure('en', failure)

// Quoted in SPEC §5, §7 and §8.
test.each([
  [say({ code: 'INSUFFICIENT_POINTS', params: {} }), "You don't have enough points for this withdrawal."],
  [say({ code: 'INVALID_CREDENTIALS', params: {} }), 'Invalid email or password'],
  [say({ code: 'INVALID_STAFF_CREDENTIALS', params: {} }), 'Invalid username or password'],
  [say({ code: 'SURVEY_NOT_FOUND', params: {} }), 'Survey not found'],
  [sayProblem('en', problem('PASSWORDS_DIFFER')), 'Passwords do not match'],
  [
    sayProblem('en', problem('PASSWORD_TOO_SHORT', { min: 6 })),
    'Password must be at least 6 characters long',
  ],
  [
    sayProblem('en', problem('BELOW_MINIMUM', { points: 1, amountKes: 1000 })),
    'Minimum withdrawal is 1 points (KES 1,000).',
  ],
  [sayProblem('en', problem('NAME_TOO_SHORT', { min: 2 })), 'Name must be at least 2 characters'],
  [sayProblem('en', problem('NOT_AN_EMAIL')), 'Please enter a valid email address'],
  [sayProblem('en', problem('SUBJECT_TOO_SHORT', { min: 5 })), 'Subject must be at least 5 characters'],
  [sayProblem('en', problem('MESSAGE_TOO_SHORT', { min: 10 })), 'Message must be at least 10 characters'],
  [sayNotice('en', notice('AD_TOO_SHORT')), 'Please spend more time on the ad to earn points.'],
  [sayNotice('en', notice('OFFER_DELETED')), 'Survey offer deleted successfully'],
  [
    sayNotice('en', notice('MESSAGE_SENT')),
    "Thank you for contacting us! We'll get back to you within 24 hours.",
  ],
])('a text quoted in the specification is unchanged: %s', (said, quoted) => {
  expect(said).toBe(quoted)
})

// The page offers a new link if the text of the refusal mentions it (SPEC §8).
test('a member with an unverified address is told so', () => {
  expect(say({ code: 'EMAIL_NOT_VERIFIED', params: {} })).toContain('verify')
})

test('amounts, days and counts are formatted for the language', () => {
  const closing = { code: 'ACCOUNT_CLOSING', params: { day: '2026-12-04' } } as const
  expect(sayFailure('en', closing)).toBe(
    'This account will be deleted on 4 December 2026. You can still keep it.',
  )
  expect(sayFailure('sw', closing)).toBe('Akaunti hii itafutwa 4 Desemba 2026. Bado unaweza kuihifadhi.')
  expect(say({ code: 'TOO_EARLY', params: { secondsLeft: 1 } })).toBe('Keep watching: 1 second is left.')
  expect(say({ code: 'TOO_EARLY', params: { secondsLeft: 30 } })).toBe('Keep watching: 30 seconds are left.')
  expect([0, 1, 40].map((points) => sayNotice('en', notice('SPUN', { points })))).toEqual([
    'No points this time. The wheel is yours again tomorrow.',
    'You won 1 point!',
    'You won 40 points!',
  ])
  expect(sayProblem('en', problem('PAYPAL_TOO_SMALL', { amountUsd: 1 }))).toBe(
    'PayPal carries $1.00 and more',
  )
  expect(sayProblem('sw', problem('MPESA_OUT_OF_RANGE', { minKes: 10, maxKes: 250_000 }))).toBe(
    'M-Pesa hupeleka KES 10 hadi KES 250,000 kwa wakati mmoja',
  )
  expect([1, 7].map((max) => sayProblem('en', problem('TOO_MANY_ROWS', { max })))).toEqual([
    'At most 1 row at a time',
    'At most 7 rows at a time',
  ])
  expect(sayProblem('en', problem('COLUMNS_REPEATED', { columns: ['A', 'B'] }))).toContain(': A, B')
  expect(sayProblem('en', problem('SCHEME_WITHOUT_SECRET'))).toBe('Without {secret} anyone can compute it')
})

test('people’s own texts are never parsed as a message', () => {
  const reason = "Two accounts.\nSee {reason}, don't and # too."
  const suspended = { code: 'ACCOUNT_SUSPENDED', params: { reason } } as const
  expect(sayFailure('sw', suspended)).toBe(
    `Akaunti hii imesimamishwa. Tuandikie kama hukubaliani. Sababu: ${reason}`,
  )
  const paused = { reason, appeal: 'answered', answer: reason } as const
  expect(say({ code: 'PAYOUTS_PAUSED', params: paused })).toBe(
    `Your payouts are paused: ${reason} Your points stay yours and you go on earning. Our answer to your appeal: ${reason}`,
  )
})

test('problems of fields are translated too', () => {
  const fields = { email: [problem('NOT_AN_EMAIL')], password: [problem('TOO_LONG', { max: 128 })] }
  expect(describeFailure('sw', { code: 'INVALID_INPUT', params: { fields } })).toEqual({
    code: 'INVALID_INPUT',
    message: 'Tafadhali weka barua pepe sahihi',
    fieldErrors: { email: ['Tafadhali weka barua pepe sahihi'], password: ['Herufi 128 kwa wingi zaidi'] },
  })
})

test('our own fault has no code, and English is the default language', () => {
  expect(describeFailure(undefined, null)).toEqual({
    code: null,
    message: 'Something went wrong',
    fieldErrors: null,
  })
})
