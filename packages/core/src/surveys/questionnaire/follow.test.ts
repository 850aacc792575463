import type { AnswerValue, GivenAnswer } from '@chuma/contract/surveys/answers'
import { listQuestions, type Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkReach } from './check/explore.ts'
import { doesHold, listReferences } from './evaluate-logic.ts'
import { findNext, follow, type ReadNow } from './follow.ts'
import { judgeAnswer } from './judge-answer.ts'
import { createSay, readShownAnswer, renderAnswer, renderQuestion, takeAnswers } from './take-answers.ts'
import { givenQuestions, optionsOf, readTeaQuestionnaire } from './testing.ts'

const tea = readTeaQuestionnaire()
const seed = 'member:survey'

const after = (questionnaire: Questionnaire, ...answers: [number, AnswerValue][]) =>
  follow(questionnaire, { answers: new Map(answers), seed })

const idsOf = ({ shown }: ReturnType<typeof follow>) => shown.map(({ question }) => question.id)
const drinks: [number, AnswerValue] = [1, 'yes']
const both: [number, AnswerValue] = [3, { choices: ['hill', 'lake'] }]
const grid = (taste: string): [number, AnswerValue] => [5, { rows: { price: 'good', taste } }]

test('nothing shows behind a rule that may end the survey', () => {
  expect(idsOf(after(tea))).toEqual([1])
})

test('a screened-out member sees nothing more', () => {
  const followed = after(tea, [1, 'no'], [2, 3])
  expect(idsOf(followed)).toEqual([1])
  expect(followed.end).toMatchObject({ outcome: 'screened-out', reason: { en: expect.any(String) } })
  expect([...followed.answers.keys()]).toEqual([1])
})

test('what depends on an open answer waits for it, and the rest shows', () => {
  // 4 depends on the brands, 5 on the cups, 6 on the grid.
  expect(idsOf(after(tea, drinks))).toEqual([1, 2, 3])
  expect(idsOf(after(tea, drinks, [2, 3]))).toEqual([1, 2, 3, 5])
  expect(idsOf(after(tea, drinks, [2, 3], both))).toEqual([1, 2, 3, 4, 5])
  expect(idsOf(after(tea, drinks, [2, 3], both, [4, 'hill'], grid('bad')))).toEqual([1, 2, 3, 4, 5, 6])
})

test('an answer to a question that became hidden does not count', () => {
  const followed = after(tea, drinks, [2, 3], [3, { choices: ['hill'] }], [4, 'hill'], grid('good'), [
    6,
    'More milk',
  ])
  expect([...followed.answers.keys()]).toEqual([1, 2, 3, 5])
  expect(followed.missing).toEqual([])
})

test('the next question is the next that is shown, then the first without an answer', () => {
  expect(findNext(after(tea, drinks), 1)).toBe(2)
  const skipped = after(tea, drinks, both, [4, 'lake'])
  expect(findNext(skipped, 4)).toBe(2)
  expect(findNext(after(tea, drinks, [2, 3], both, [4, 'lake'], grid('good')), 5)).toBeNull()
})

test('texts contain earlier answers in the reader’s language', () => {
  const followed = after(tea, drinks, [2, 3], both, [4, 'lake'])
  const asked = (id: number, language: string) => {
    const shown = followed.shown.find(({ question }) => question.id === id)
    return shown && renderQuestion(shown, createSay({ followed, language }))
  }
  expect(asked(5, 'en')?.question).toBe('You drink 3 cups a day. What do you think of tea?')
  expect(asked(5, 'sw')?.question).toBe('Unakunywa 3 vikombe kwa siku. Una maoni gani kuhusu chai?')
  // A language that the questionnaire lacks is shown in English.
  expect(asked(5, 'luo')?.question).toContain('3 cups')
  // Exactly the specification's fields.
  expect(asked(4, 'sw')).toEqual({
    id: 4,
    type: 'multiple-choice',
    question: 'Unapenda ipi zaidi?',
    options: ['Chai ya Mlima', 'Chai ya Ziwa'],
    required: true,
  })
})

test('a choice can be answered in any language, and is read in the current one', () => {
  const followed = after(tea, drinks, [2, 3], both)
  const shown = followed.shown.find(({ question }) => question.id === 4)
  if (!shown) throw new Error('not shown')
  const says = ['en', 'sw'].map((language) => createSay({ followed, language }))
  const asked = { before: followed, languages: ['en', 'sw'] }
  for (const given of ['Lake Tea', 'Chai ya Ziwa', 'lake', 'LAKE TEA', 'chai ya  ziwa', ['lake']]) {
    expect(readShownAnswer(shown, given, asked)).toEqual({ answer: 'lake', problem: null })
  }
  expect(says.map((say) => renderAnswer(shown, 'lake', say))).toEqual(['Lake Tea', 'Chai ya Ziwa'])
})

test('several choices, numbers and rows are named by labels and as text too', () => {
  const read = (id: number, given: GivenAnswer) => {
    const before = after(tea, drinks, [2, 1], both, [4, 'lake'])
    const shown = before.shown.find(({ question }) => question.id === id)
    if (!shown) throw new Error(`${id} is not shown`)
    return readShownAnswer(shown, given, { before, languages: ['en', 'sw'] }).answer
  }
  expect(read(2, '3')).toBe(3)
  expect(read(2, '3,000')).toBe('3,000')
  expect(read(3, 'hill tea')).toEqual({ choices: ['hill'] })
  expect(read(3, ['Chai ya Mlima', 'lake'])).toEqual({ choices: ['hill', 'lake'] })
  expect(read(3, { choices: ['Another'], other: 'Kericho Gold' })).toEqual({
    choices: ['other'],
    other: 'Kericho Gold',
  })
  expect(read(5, { rows: { 'Its price': 'GOOD', taste: 'Mbaya' } })).toEqual({
    rows: { price: 'good', taste: 'bad' },
  })
})

test('a label that quotes labels which quote others is put into words at once', () => {
  const quoting = (code: string) => ({ code, words: { en: Array(24).fill(`{{${code}}}`).join('') } })
  const questions = Array.from({ length: 12 }, (_, n) => {
    const words = n === 0 ? { en: 'x' } : quoting(`q${n - 1}`).words
    const options = ['a', 'b'].map((code) => ({ code, words: n === 0 ? { en: code } : words }))
    return { code: `q${n}`, type: 'multiple-choice' as const, options, words }
  })
  const followed = after(
    givenQuestions(...questions),
    ...questions.map((_, n): [number, AnswerValue] => [n + 1, 'a']),
  )
  const last = followed.shown.at(-1)
  if (!last) throw new Error('nothing is shown')
  expect(renderQuestion(last, createSay({ followed, language: 'en' })).question).toContain('aaaa')
})

test('a random order is the same for one member, differs between members, and keeps the last options last', () => {
  const questionnaire = givenQuestions({
    code: 'a',
    type: 'choices',
    order: 'random',
    options: [
      ...optionsOf('b', 'c', 'd', 'e', 'f', 'g'),
      { code: 'none', words: { en: 'None' }, kind: 'none' },
    ],
  })
  const orderOf = (member: string) =>
    follow(questionnaire, { answers: new Map(), seed: member })
      .shown[0]?.options.map(({ code }) => code)
      .join('')
  expect(orderOf('one')).toBe(orderOf('one'))
  expect(new Set(['one', 'two', 'three', 'four'].map(orderOf)).size).toBeGreaterThan(1)
  expect(orderOf('two')?.endsWith('none')).toBe(true)
})

const tricky = givenQuestions(
  {
    code: 'pick',
    type: 'choices',
    most: 2,
    options: [
      ...optionsOf('a', 'b', 'c'),
      { code: 'none', words: { en: 'None' }, kind: 'none' },
      { code: 'other', words: { en: 'Other' }, kind: 'other' },
    ],
  },
  { code: 'level', type: 'scale', from: 0, to: 10 },
  { code: 'price', type: 'number', min: 1, max: 99.5, decimals: 1 },
  { code: 'table', type: 'grid', rows: optionsOf('x', 'y'), columns: optionsOf('p', 'q') },
  { code: 'say', type: 'text', most: 5 },
)

test.each<[number, AnswerValue, string | null]>([
  [1, { choices: ['a', 'b'] }, null],
  [1, { choices: ['a', 'b', 'c'] }, 'ANSWER_TOO_MANY'],
  [1, { choices: ['a', 'none'] }, 'ANSWER_EXCLUSIVE'],
  [1, { choices: ['a', 'a'] }, 'REPEATED'],
  [1, { choices: ['z'] }, 'ANSWER_NOT_AN_OPTION'],
  [1, { choices: [] }, 'REQUIRED'],
  [1, { choices: ['other'] }, 'ANSWER_OTHER_WORDS'],
  [1, { choices: ['other'], other: 'Mine' }, null],
  [1, { choices: ['a'], other: 'Mine' }, 'ANSWER_OTHER_WORDS'],
  [1, 'a', 'ANSWER_NOT_CHOICES'],
  [2, 10, null],
  [2, 11, 'ANSWER_NOT_ON_SCALE'],
  [2, 1.5, 'ANSWER_NOT_ON_SCALE'],
  [3, 99.5, null],
  [3, 0.9, 'TOO_SMALL'],
  [3, 99.6, 'TOO_BIG'],
  [3, 1.25, 'ANSWER_TOO_PRECISE'],
  [3, '5', 'ANSWER_NOT_A_NUMBER'],
  [4, { rows: { x: 'p', y: 'q' } }, null],
  [4, { rows: { x: 'p' } }, 'ANSWER_ROWS_MISSING'],
  [4, { rows: { x: 'p', z: 'p' } }, 'ANSWER_NOT_AN_OPTION'],
  [4, { rows: { x: 'z', y: 'p' } }, 'ANSWER_NOT_AN_OPTION'],
  [4, { choices: [] }, 'ANSWER_NOT_ROWS'],
  [5, 'Hello', null],
  [5, 'Hello!', 'ANSWER_NOT_IN_WORDS'],
  [5, '', 'REQUIRED'],
])('question %i answered with %j: %s', (id, answer, expected) => {
  const shown = after(tricky).shown.find(({ question }) => question.id === id)
  if (!shown) throw new Error('not shown')
  expect(judgeAnswer(shown, answer)?.code ?? null).toBe(expected)
})

// Random questionnaires of yes-no, rating and choices, whose conditions read any earlier question.
const condition = (earlier: number) =>
  fc
    .tuple(fc.nat({ max: earlier - 1 }), fc.constantFrom('yes', 'no', 1, 5), fc.constantFrom('==', '!=', '<'))
    .map(([place, value, operation]) => ({ [operation]: [{ var: `q${place}` }, value] }))

const maybe = (earlier: number) =>
  earlier === 0 ? fc.constant(undefined) : fc.option(condition(earlier), { nil: undefined })

const question = (place: number) =>
  fc.record({
    code: fc.constant(`q${place}`),
    type: fc.constantFrom('yes-no' as const, 'rating' as const),
    required: fc.boolean(),
    showIf: maybe(place),
    ends: fc.option(condition(place + 1), { nil: undefined, freq: 4 }),
  })

const upTo = (max: number) =>
  fc
    .integer({ min: 1, max })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, place) => question(place))))
    .map((all) =>
      givenQuestions(
        ...all.map(({ ends, showIf, ...given }) => ({
          ...given,
          ...(showIf && { showIf }),
          endIf: ends ? [{ if: ends, outcome: 'complete' as const }] : [],
        })),
      ),
    )

const questionnaires = upTo(8)

const answerLists = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom('yes', 'no', 1, 3, 5)),
  { maxLength: 12 },
)

test('a question shows only if its condition holds, with answers that are shown themselves', () => {
  fc.assert(
    fc.property(questionnaires, answerLists, (questionnaire, answers) => {
      const { shown, data, end } = after(questionnaire, ...answers)
      const codes = new Set(shown.map((each) => each.question.code))
      expect(Object.keys(data).every((code) => codes.has(code))).toBe(true)
      for (const { question: each } of shown)
        expect(each.showIf === undefined || doesHold(each.showIf, data)).toBe(true)
      if (end)
        expect(shown.some(({ question: { endIf } }) => endIf.some((rule) => doesHold(rule.if, data)))).toBe(
          true,
        )
    }),
  )
})

test('a question that the check calls unreachable never shows, and every other one shows after some answers', async () => {
  const all = (count: number): [number, AnswerValue][][] =>
    count === 0
      ? [[]]
      : all(count - 1).flatMap((answers) => [
          answers,
          ...['yes', 'no', 1, 2, 5].map((answer): [number, AnswerValue][] => [...answers, [count, answer]]),
        ])
  await fc.assert(
    fc.asyncProperty(upTo(3), async (questionnaire) => {
      const { issues } = await checkReach(questionnaire)
      const unreachable = issues.filter(({ problem }) => problem.code === 'QUESTION_UNREACHABLE')
      const expected = new Set(unreachable.map(({ path }) => Number(path.split('.').at(-1)) + 1))
      const seen = new Set(all(3).flatMap((answers) => idsOf(after(questionnaire, ...answers))))
      const ids = listQuestions(questionnaire).map(({ id }) => id)
      expect(ids.filter((id) => !seen.has(id))).toEqual(ids.filter((id) => expected.has(id)))
    }),
    { numRuns: 60 },
  )
})

test('the order in which two tabs answer does not matter', () => {
  fc.assert(
    fc.property(questionnaires, answerLists, fc.nat(), (questionnaire, answers, turn) => {
      const last = [...new Map(answers)]
      const turned = last.map((_, place) => last[(place + turn) % last.length] as (typeof last)[number])
      expect(after(questionnaire, ...turned)).toEqual(after(questionnaire, ...last))
    }),
  )
})

test('a member who answers what is asked comes to an end, and is never asked about something that is open', () => {
  fc.assert(
    fc.property(questionnaires, fc.infiniteStream(fc.nat({ max: 1 })), (questionnaire, picks) => {
      const answers = new Map<number, AnswerValue>()
      const count = listQuestions(questionnaire).length
      for (let turn = 0; turn <= count; turn += 1) {
        const followed = follow(questionnaire, { answers, seed })
        const [open] = followed.missing
        for (const { question: each } of followed.shown) {
          const reads = [...listReferences(each.showIf).codes]
          expect(followed.missing.some(({ code }) => reads.includes(code))).toBe(false)
        }
        if (!open) return
        const pick = picks.next().value
        answers.set(open.id, open.type === 'rating' ? 1 + 4 * pick : (['yes', 'no'][pick] ?? ''))
      }
      throw new Error('never ended')
    }),
  )
})

test('all answers in one body come to the same as those that are asked, one by one', () => {
  const nameOf = (id: number) => ({ question: `answers.${id}`, answer: `answers.${id}` })
  fc.assert(
    fc.property(questionnaires, fc.array(fc.nat({ max: 1 }), { minLength: 8 }), (questionnaire, picks) => {
      const questions = listQuestions(questionnaire)
      // A rule may end the survey before an optional question is passed.
      for (const each of questions) each.required = true
      const answerOf = (place: number): AnswerValue =>
        questions[place]?.type === 'rating'
          ? 1 + 4 * (picks[place] ?? 0)
          : (['yes', 'no'][picks[place] ?? 0] ?? '')
      const all = new Map(questions.map(({ id }, place) => [id, answerOf(place)]))
      const progress = (saved: Map<number, AnswerValue>) => ({
        questionnaire,
        saved,
        follow: (answers: ReadonlyMap<number, AnswerValue>, read?: ReadNow) =>
          follow(questionnaire, { answers, seed, read }),
      })
      const saved = new Map<number, AnswerValue>()
      let next = follow(questionnaire, { answers: saved, seed }).shown[0]?.question.id
      while (next !== undefined) {
        const { taken, followed } = takeAnswers(progress(saved), {
          answers: new Map([[next, all.get(next) ?? '']]),
          nameOf,
        })
        for (const [id, answer] of taken) saved.set(id, answer)
        next = followed.end
          ? undefined
          : followed.shown.find(({ question: each }) => !saved.has(each.id))?.question.id
      }
      const oneByOne = follow(questionnaire, { answers: saved, seed })
      const atOnce = takeAnswers(progress(new Map()), { answers: all, nameOf })
      expect(atOnce.followed).toEqual(oneByOne)
      expect(atOnce.taken).toEqual(oneByOne.answers)
      const shownOnly = takeAnswers(progress(new Map()), { answers: oneByOne.answers, nameOf })
      expect(shownOnly).toEqual({ ...atOnce, hidden: [] })
    }),
  )
})
