import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { listQuestions, type Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkReach } from './check/explore.ts'
import { doesHold, listReferences } from './evaluate-logic.ts'
import { follow, type ReadNow } from './follow.ts'
import { takeAnswers } from './take-answers.ts'
import { givenQuestions } from './testing.ts'

const seed = 'member:survey'
const after = (questionnaire: Questionnaire, ...answers: [number, AnswerValue][]) =>
  follow(questionnaire, { answers: new Map(answers), seed })
const idsOf = ({ shown }: ReturnType<typeof follow>) => shown.map(({ question }) => question.id)

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
