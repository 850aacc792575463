import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { QUALITY_FLAGS, type QualityFlag } from '@chuma/contract/surveys/reviews'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { expect, test } from 'vitest'
import { type Completed, findSigns, judgeFlags, type Verdict } from './quality.ts'

const question = (id: number, given: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  id,
  type: 'rating',
  question: 'And this?',
  options: [],
  required: true,
  ...given,
})
const answered = (...answers: [SurveyQuestion, AnswerValue][]) => ({
  questions: answers.map(([asked]) => asked),
  answers: new Map(answers.map(([{ id }, answer]) => [id, answer])),
})
const rated = (...ratings: number[]) =>
  answered(...ratings.map((rating, place): [SurveyQuestion, AnswerValue] => [question(place + 1), rating]))
const chosen = (...places: number[]) => {
  const options = ['One', 'Two', 'Three']
  return answered(
    ...places.map((place, index): [SurveyQuestion, AnswerValue] => [
      question(index + 1, { type: 'multiple-choice', options }),
      options[place] ?? '',
    ]),
  )
}
const typed = (...texts: string[]) =>
  answered(
    ...texts.map((text, place): [SurveyQuestion, AnswerValue] => [
      question(place + 1, { type: 'text' }),
      text,
    ]),
  )
const check = question(1, { type: 'multiple-choice', options: ['Kisumu', 'Nakuru'], expected: 'Kisumu' })
const ago = (...seconds: number[]) => seconds.map((secondsAgo) => ({ secondsAgo, minimumSeconds: 10 }))

const careful: Completed = {
  ...rated(1, 4),
  minimumSeconds: 10,
  takenSeconds: 60,
  others: null,
  contradictions: [],
  recent: [],
  othersWithSameWords: 0,
  repeatsOwnWords: false,
  flaggedLastDay: 0,
}

const flagsOf = (completed: Completed) => findSigns(completed).map(({ flag }) => flag)

const scaled = (...values: number[]) =>
  answered(
    ...values.map((value, place): [SurveyQuestion, AnswerValue] => [
      question(place + 1, { type: 'scale', scale: { from: 0, to: 10, low: null, high: null } }),
      value,
    ]),
  )
const gridded = (...columns: string[]) =>
  answered([
    question(1, { type: 'grid' }),
    { rows: Object.fromEntries(columns.map((column, place) => [`row${place}`, column])) },
  ])

test.each<[string, Partial<Completed>, QualityFlag[]]>([
  ['nothing', {}, []],
  ['exactly the minimum', { takenSeconds: 10 }, []],
  ['a second less', { takenSeconds: 9 }, ['too-fast']],
  ['a third of what twenty others took', { others: { medianSeconds: 180, count: 20 } }, []],
  ['less than a third', { others: { medianSeconds: 181, count: 20 } }, ['faster-than-others']],
  ['less than a third of too few', { others: { medianSeconds: 900, count: 19 } }, []],
  ['too fast for anyone', { takenSeconds: 9, others: { medianSeconds: 900, count: 99 } }, ['too-fast']],
  [
    'a contradiction',
    { contradictions: [{ questionIds: [1, 2], note: 'More children than people' }] },
    ['contradiction'],
  ],
  ['never sent', { takenSeconds: null }, ['not-opened']],
  ['a right check', answered([check, 'Kisumu']), []],
  ['a wrong check', answered([check, 'Nakuru']), ['attention-check']],
  ['three equal ratings', rated(3, 3, 3), []],
  ['four equal ratings', rated(3, 3, 3, 3), ['straight-line']],
  ['four ratings, one different', rated(3, 3, 4, 3), []],
  ['four equal places on a scale', scaled(7, 7, 7, 7), ['straight-line']],
  ['five rows of a grid in one column', gridded('good', 'good', 'good', 'good', 'good'), ['straight-line']],
  ['four rows of a grid in one column', gridded('good', 'good', 'good', 'good'), []],
  ['a grid in two columns', gridded('good', 'good', 'good', 'good', 'bad'), []],
  ['five choices in one place', chosen(1, 1, 1, 1, 1), ['straight-line']],
  ['four choices in one place', chosen(1, 1, 1, 1), []],
  ['five choices in two places', chosen(1, 1, 1, 1, 2), []],
  ['three others with the same words', { othersWithSameWords: 3 }, []],
  ['four others with the same words', { othersWithSameWords: 4 }, ['same-as-others']],
  ['own words again', { repeatsOwnWords: true }, ['same-as-own']],
  [
    'the same long text twice',
    typed('I set aside school fees now', 'i set aside school fees now!'),
    ['same-as-own'],
  ],
  ['the same short text twice', typed('none', 'none'), []],
  ['no words', typed('asdfgh'), ['nonsense']],
  ['one survey just before', { recent: ago(0) }, []],
  ['three surveys just before', { recent: ago(0, 1, 2) }, []],
  ['four surveys just before', { recent: ago(0, 1, 2, 3) }, ['pace']],
  ['two surveys in half their time', { recent: ago(4, 10) }, []],
  ['many in their time', { recent: ago(10, 20, 30, 40) }, []],
  ['many, of which the last are slow', { recent: ago(20, 21, 22, 23, 24) }, ['pace']],
  ['flagged five times before, and again', { takenSeconds: 1, flaggedLastDay: 5 }, ['too-fast', 'repeated']],
  ['flagged four times before, and again', { takenSeconds: 1, flaggedLastDay: 4 }, ['too-fast']],
  ['flagged before, and careful now', { flaggedLastDay: 9 }, []],
])('%s: %#', (_, given, flags) => {
  expect(flagsOf({ ...careful, ...given })).toEqual(flags)
})

test.each<[QualityFlag[], Verdict]>([
  [[], 'pay'],
  [['too-fast'], 'doubt'],
  [['not-opened'], 'doubt'],
  [['attention-check'], 'doubt'],
  [['too-fast', 'straight-line'], 'doubt'],
  [['attention-check', 'too-fast'], 'hold'],
  [['too-fast', 'straight-line', 'nonsense'], 'hold'],
  [['same-as-others'], 'hold'],
  [['pace'], 'hold'],
  [['too-fast', 'repeated'], 'hold'],
])('%j: %s', (flags, verdict) => {
  expect(judgeFlags(flags)).toBe(verdict)
})

test('whatever the flags, one more never makes a reward more certain', () => {
  const order: Verdict[] = ['pay', 'doubt', 'hold']
  const all = 2 ** QUALITY_FLAGS.length
  for (let set = 0; set < all; set += 1) {
    const flags = QUALITY_FLAGS.filter((_, place) => set & (1 << place))
    const verdict = judgeFlags(flags)
    expect(verdict === 'pay', flags.join()).toBe(flags.length === 0)
    for (const more of QUALITY_FLAGS) {
      const worse = judgeFlags([...new Set([...flags, more])])
      expect(order.indexOf(worse), `${flags.join()} and ${more}`).toBeGreaterThanOrEqual(
        order.indexOf(verdict),
      )
    }
  }
})

test('a sign names what it is based on', () => {
  const others = { medianSeconds: 400, count: 30 }
  const contradictions = [
    { questionIds: [1, 2], note: 'More children than people' },
    { questionIds: [2], note: 'Nobody has 40 cars' },
  ]
  expect(findSigns({ ...careful, ...rated(3, 3, 3, 3), others, contradictions })).toEqual([
    { flag: 'faster-than-others', others },
    { flag: 'straight-line', questionIds: [1, 2, 3, 4] },
    {
      flag: 'contradiction',
      questionIds: [1, 2],
      notes: ['More children than people', 'Nobody has 40 cars'],
    },
  ])
})

test('the first survey of a member is never too many', () => {
  for (const takenSeconds of [null, 0, 100]) {
    expect(flagsOf({ ...careful, takenSeconds, recent: [] })).not.toContain('pace')
  }
})
