import { expect, test } from 'vitest'
import { mergeChanges } from './offer-form.tsx'
import { EMPTY_OFFER, findOfferProblems, type OfferValues, toInput, toValues } from './offer-row.tsx'

const tea: OfferValues = {
  ...EMPTY_OFFER,
  title: 'Tea',
  description: 'About tea',
  reward: '2.5',
  duration: '5',
  externalUrl: ' https://partner.example/tea ',
}
const question = {
  id: 1,
  type: 'multiple-choice' as const,
  question: 'Tea?',
  options: ['Yes', 'No'],
  required: true,
}

test('an empty form names the required fields', () => {
  expect(findOfferProblems(EMPTY_OFFER)).toEqual({
    title: 'required',
    description: 'required',
    reward: 'required',
    duration: 'required',
    externalUrl: 'required',
  })
  expect(findOfferProblems(tea)).toEqual({})
})

test.each([
  ['reward', '-1', 'payout'],
  ['reward', '0.001', 'payout'],
  ['reward', 1e12, 'payout'],
  ['reward', 'x', 'payout'],
  ['duration', '0', 'duration'],
  ['duration', '1.5', 'duration'],
  ['duration', '1441', 'duration'],
  ['quota', '0', 'quota'],
  ['externalUrl', 'javascript:alert(1)', 'url'],
  ['externalUrl', 'data:text/html,x', 'url'],
  ['externalUrl', '//partner.example', 'url'],
  ['externalUrl', 'http://partner.example', 'url'],
  ['externalUrl', `https://partner.example/${'x'.repeat(3000)}`, 'url'],
])('%s of %s is refused', (field, typed, problem) => {
  expect(findOfferProblems({ ...tea, [field]: typed })).toEqual({ [field]: problem })
})

test('the payout is sent as a decimal and the duration in whole minutes', () => {
  expect(toInput(tea)).toMatchObject({
    reward: 2.5,
    duration: 5,
    externalUrl: 'https://partner.example/tea',
    partnerId: null,
    quota: null,
    startsAt: null,
  })
})

test('an untouched form sends the stored values, to the millisecond, and leaves the questions alone', () => {
  const at = '2026-03-01T08:30:15.123Z'
  const offer = {
    ...toInput(tea),
    ...{ id: 'x', rewardPoints: 3, clickCount: 0, startCount: 0, completionCount: 0, completionRate: 0 },
    ...{ questionCount: 1, takenCount: 0, createdAt: at, version: 1, startsAt: at, endsAt: null, quota: 4 },
    questions: [question],
    answerQuality: null,
  }
  const sent = toInput(toValues(offer))
  expect(sent).toMatchObject({ startsAt: at, endsAt: null, quota: 4 })
  expect(sent).not.toHaveProperty('questions')
})

test('when two people edit an offer, neither loses their changes', () => {
  const mine = { ...tea, title: 'My tea', country: 'Kenya' }
  const theirs = { ...tea, title: 'Their tea', adminNotes: 'Theirs', country: 'Kenya' }
  expect(mergeChanges(tea, mine, theirs)).toEqual({
    values: { ...mine, adminNotes: 'Theirs' },
    taken: ['adminNotes'],
    disputed: ['title'],
  })
})
