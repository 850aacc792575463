import { expect, test } from 'vitest'
import {
  addOption,
  addQuestion,
  addSection,
  duplicateQuestion,
  findStep,
  moveQuestion,
  newQuestionnaire,
  numberOf,
  pasteOptions,
  removeQuestion,
  renameChoice,
  renameQuestion,
  withType,
} from './edit-questionnaire.ts'

const first = { section: 0, question: 0 }
/** Sections of two and one questions. */
const three = addSection(addQuestion(newQuestionnaire(), 0))
const codes = ({ sections }: typeof three) =>
  sections.map(({ questions }) => questions.map(({ code }) => code))

test('a new question has an id and a code of its own', () => {
  expect(codes(three)).toEqual([['q1', 'q2'], ['q3']])
  expect(codes(duplicateQuestion(three, first))).toEqual([['q1', 'q4', 'q2'], ['q3']])
})

test('a question moves within its section and into the next', () => {
  expect(findStep(three, first, -1)).toBeNull()
  expect(findStep(three, first, 1)).toEqual({ section: 0, question: 1 })
  expect(findStep(three, { section: 0, question: 1 }, 1)).toEqual({ section: 1, question: 0 })
  expect(codes(moveQuestion(three, { section: 0, question: 1 }, { section: 1, question: 0 }))).toEqual([
    ['q1'],
    ['q2', 'q3'],
  ])
  // A section is never empty.
  expect(codes(moveQuestion(three, { section: 1, question: 0 }, first))).toEqual([['q3', 'q1', 'q2']])
  expect(numberOf(three, { section: 1, question: 0 })).toBe(3)
})

test('the only question stays', () => {
  const one = newQuestionnaire()
  expect(removeQuestion(one, first)).toEqual(one)
  expect(codes(removeQuestion(three, { section: 1, question: 0 }))).toEqual([['q1', 'q2']])
})

test('another type keeps the words, the code and the conditions', () => {
  const question = { ...three.sections[0]?.questions[0], showIf: true } as Parameters<typeof withType>[0]
  expect(withType(question, 'grid')).toMatchObject({ id: 1, code: 'q1', type: 'grid', showIf: true })
  expect(withType(withType(question, 'choices'), 'multiple-choice')).not.toHaveProperty('most')
})

const written = (): Parameters<typeof renameQuestion>[0] => ({
  languages: ['en'],
  contradictions: [
    { if: { and: [{ '==': [{ var: 'tea' }, 'b'] }, { '>': [{ var: 'cups' }, 3] }] }, note: 'b' },
  ],
  sections: [
    {
      code: 'part1',
      isScreening: false,
      endIf: [{ if: { in: [{ var: 'tea' }, ['a', 'b']] }, outcome: 'complete' }],
      questions: [
        {
          id: 1,
          code: 'tea',
          type: 'multiple-choice',
          words: { en: 'Which tea?' },
          required: true,
          endIf: [],
          order: 'fixed',
          options: [
            { code: 'a', words: { en: 'A' } },
            { code: 'b', words: { en: 'b' } },
          ],
        },
        {
          id: 2,
          code: 'cups',
          type: 'grid',
          words: { en: 'Why {{ tea }}, not {{teapot}}?' },
          required: true,
          endIf: [],
          showIf: { '!=': [{ var: 'tea' }, 'b'] },
          rows: [{ code: 'b', words: { en: 'Home' } }],
          columns: [{ code: 'b', words: { en: 'Often' } }],
        },
        {
          id: 3,
          code: 'b',
          type: 'yes-no',
          words: { en: 'b' },
          required: true,
          endIf: [],
          showIf: { '==': [{ var: 'cups.b' }, 'b'] },
        },
      ],
    },
  ],
})

test('a renamed question is renamed wherever its answer is read or quoted', () => {
  const renamed = renameQuestion(written(), 'tea', 'brand')
  expect(JSON.stringify(renamed)).not.toMatch(/"tea"|\{\{\s*tea\s*\}\}/)
  expect(renamed.sections[0]?.questions[1]).toMatchObject({
    words: { en: 'Why {{brand}}, not {{teapot}}?' },
    showIf: { '!=': [{ var: 'brand' }, 'b'] },
  })
  expect(renameQuestion(written(), 'cups', 'mugs').sections[0]?.questions[2]).toMatchObject({
    showIf: { '==': [{ var: 'mugs.b' }, 'b'] },
  })
})

test('a renamed option is renamed only where it is compared with its own question', () => {
  const [tea, cups] = written().sections[0]?.questions ?? []
  if (!tea || !cups) throw new Error('unreachable')
  const option = renameChoice(written(), { question: tea, list: 'options', from: 'b', to: 'lake' })
  expect(option.sections[0]?.endIf[0]?.if).toEqual({ in: [{ var: 'tea' }, ['a', 'lake']] })
  expect(option.contradictions?.[0]).toMatchObject({ note: 'b' })
  expect(option.sections[0]?.questions).toMatchObject([
    { options: [{ code: 'a' }, { code: 'lake', words: { en: 'b' } }] },
    { showIf: { '!=': [{ var: 'tea' }, 'lake'] }, rows: [{ code: 'b' }] },
    { code: 'b', showIf: { '==': [{ var: 'cups.b' }, 'b'] } },
  ])
  const row = renameChoice(written(), { question: cups, list: 'rows', from: 'b', to: 'home' })
  expect(row.sections[0]?.questions[1]).toMatchObject({ rows: [{ code: 'home' }], columns: [{ code: 'b' }] })
  expect(row.sections[0]?.questions[2]?.showIf).toEqual({ '==': [{ var: 'cups.home' }, 'b'] })
  const column = renameChoice(written(), { question: cups, list: 'columns', from: 'b', to: 'often' })
  expect(column.sections[0]?.questions[2]?.showIf).toEqual({ '==': [{ var: 'cups.b' }, 'often'] })
})

test('pasted lines become options, and none takes the code of another', () => {
  const options = [
    { code: 'a', words: { en: '' } },
    { code: 'o1', words: { en: 'Other' }, kind: 'other' as const },
  ]
  expect(pasteOptions(options, 0, ' Hill Tea\r\n\nLake Tea\nChai\n')).toEqual([
    { code: 'a', words: { en: 'Hill Tea' } },
    { code: 'o2', words: { en: 'Lake Tea' } },
    { code: 'o3', words: { en: 'Chai' } },
    options[1],
  ])
  expect(addOption(options).at(-1)?.code).toBe('o2')
})
