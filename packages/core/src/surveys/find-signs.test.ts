import {
  LIST_QUALITY,
  QUALITY_FLAGS,
  QUESTIONNAIRE_QUALITY,
  type QualityFlag,
} from '@chuma/contract/surveys/answer-quality'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { FLAG_WEIGHTS } from '@chuma/contract/surveys/survey-measures'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { expect, test } from 'vitest'
import { type Completed, findSigns, judgeSigns, type Verdict } from './quality.ts'

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

const nobody = { words: 0, answers: 0, device: 0 }

const careful: Completed = {
  quality: LIST_QUALITY,
  ...rated(1, 4),
  minimumSeconds: 10,
  takenSeconds: 60,
  others: null,
  contradictions: [],
  recent: [],
  sharers: nobody,
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
  ['three others with the same words', { sharers: { ...nobody, words: 3 } }, []],
  ['four others with the same words', { sharers: { ...nobody, words: 4 } }, ['same-as-others']],
  ['the choices of another member', { sharers: { ...nobody, answers: 1 } }, ['same-answers']],
  ['two others at one device', { sharers: { ...nobody, device: 2 } }, []],
  ['three others at one device', { sharers: { ...nobody, device: 3 } }, ['same-device']],
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

const judgeFlags = (flags: readonly QualityFlag[]) =>
  judgeSigns(flags.map((flag) => ({ points: FLAG_WEIGHTS[flag] })))

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
    { flag: 'faster-than-others', points: 20, measured: 60, limit: 134, others },
    { flag: 'straight-line', points: 20, measured: 4, limit: 5, questionIds: [1, 2, 3, 4] },
    {
      flag: 'contradiction',
      points: 20,
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

const research: Completed = { ...careful, quality: QUESTIONNAIRE_QUALITY }
const grids = (...rows: string[][]) => {
  const columns = ['bad', 'fair', 'good'].map((code) => ({ code, label: code }))
  return answered(
    ...rows.map((chosen, place): [SurveyQuestion, AnswerValue] => [
      question(place + 1, { type: 'grid', columns }),
      { rows: Object.fromEntries(chosen.map((column, row) => [`row${row}`, column])) },
    ]),
  )
}
const same = (count: number, column = 'good') => Array<string>(count).fill(column)

test.each<[string, Partial<Completed>, [QualityFlag, number][]]>([
  ['less than the minimum time', { takenSeconds: 9 }, [['too-fast', 50]]],
  ['a survey that was never opened', { takenSeconds: null }, [['not-opened', 50]]],
  [
    'hurrying through more than others',
    { others: { medianSeconds: 181, count: 20 } },
    [['faster-than-others', 20]],
  ],
  ['three rows alike', grids(same(3)), [['straight-line', 20]]],
  ['five rows alike', grids(same(5)), [['straight-line', 50]]],
  ['every grid in its own column', grids(same(3), same(3, 'bad')), [['straight-line', 50]]],
  ['two grids of two rows in one column', grids(same(2), same(2)), [['straight-line', 20]]],
  ['two grids of two rows in two columns', grids(same(2), same(2, 'bad')), []],
  ['one grid alike and one that was read', grids(same(6), ['bad', 'good', 'fair']), [['straight-line', 20]]],
  ['the choices of another member', { sharers: { ...nobody, answers: 1 } }, [['same-answers', 50]]],
  ['a shared phone', { sharers: { ...nobody, device: 9 } }, [['same-device', 20]]],
  ['words without sense', typed('sdfgh kjhgf'), [['nonsense', 20]]],
])('with the rules for questionnaires, %s: %#', (_, given, expected) => {
  expect(findSigns({ ...research, ...given }).map(({ flag, points }) => [flag, points])).toEqual(expected)
})

test('a survey does not look for what it has switched off, and asks for what it has set', () => {
  const none = {
    ...QUESTIONNAIRE_QUALITY,
    duplicates: 'off',
    contradictions: 'off',
    checks: 'off',
    gibberish: 'off',
  } as const
  const off = {
    ...none,
    time: { action: 'off', percent: 33 },
    straightLine: { action: 'off', rows: 3 },
  } as const
  const bad: Completed = {
    ...research,
    ...rated(3, 3, 3, 3),
    takenSeconds: 1,
    contradictions: [{ questionIds: [1], note: 'No' }],
    sharers: { words: 9, answers: 9, device: 9 },
    repeatsOwnWords: true,
  }
  expect(findSigns({ ...bad, quality: off })).toEqual([])
  const strict = { ...off, checks: 'hold' } as const
  expect(findSigns({ ...careful, ...answered([check, 'Nakuru']), quality: strict })).toMatchObject([
    { flag: 'attention-check', points: 50 },
  ])
})
