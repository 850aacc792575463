import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { expect, test } from 'vitest'
import { givenQuestions, optionsOf, readTeaQuestionnaire } from '../testing.ts'
import { readForm } from './form.ts'
import { readXlsform } from './read-xlsform.ts'
import { writeXlsform } from './write-xlsform.ts'

const bothWays = async (questionnaire: Questionnaire) => {
  const { xlsx, remarks } = await writeXlsform({ questionnaire })
  return {
    back: (await readXlsform({ xlsx })).questionnaire,
    unsaid: remarks.map(({ problem }) => problem.params),
  }
}

test('what a form can hold comes back equal', async () => {
  const given = givenQuestions(
    { code: 'told', type: 'note', words: { en: 'Two\nlines' }, required: false },
    { code: 'agreed', type: 'note', consent: true },
    { code: 'age', type: 'number', min: 18, max: 99, hint: { en: 'In years' } },
    { code: 'share', type: 'number', min: 0, max: { var: 'age' }, decimals: 4 },
    {
      code: 'sex',
      type: 'multiple-choice',
      options: optionsOf('female', 'male'),
      order: 'random',
      showIf: { '>': [{ var: 'age' }, 20] },
    },
    { code: 'tea', type: 'yes-no' },
    { code: 'rated', type: 'rating' },
    { code: 'likely', type: 'scale', from: 0, to: 10 },
    {
      code: 'mark',
      type: 'text',
      most: 40,
      pattern: { expression: "[A-Z']+", message: { en: 'Capitals' } },
    },
    {
      ...{ code: 'drinks', type: 'choices', least: 2, most: 3, search: true },
      options: [...optionsOf('tea', 'milk', 'water'), { code: 'none', kind: 'none', words: { en: 'None' } }],
      constraint: { if: { '!': [{ in: ['tea', { var: 'drinks' }] }] }, message: { en: 'No tea' } },
    },
    {
      code: 'brand',
      type: 'choices',
      most: 1,
      options: [...optionsOf('hill', 'lake'), { code: 'another', kind: 'other', words: { en: 'Another' } }],
    },
    {
      code: 'place',
      type: 'choices',
      options: [...optionsOf('home', 'work'), { code: 'other', kind: 'other', words: { en: 'Other' } }],
    },
    { code: 'day', type: 'date', min: '2020-01-31', required: false },
    { code: 'hour', type: 'time', max: '18:30' },
    { code: 'moment', type: 'date-time', min: '2020-01-31T08:00' },
    { code: 'ranked', type: 'ranking', options: optionsOf('a', 'b') },
    {
      code: 'double',
      type: 'calculation',
      calculate: { '*': [{ '+': [{ var: 'age' }, 1] }, 2] },
      required: false,
    },
    {
      ...{ code: 'views', type: 'grid', words: { en: 'You are {{age}}' } },
      rows: [
        { code: 'price', words: { en: 'Price' }, showIf: { in: ['tea', { var: 'drinks' }] } },
        { code: 'taste', words: { en: 'Taste' } },
      ],
      columns: [
        { code: 'good', words: { en: 'Good' } },
        { code: 'bad', words: { en: 'Bad' } },
      ],
    },
    {
      ...{ code: 'last', type: 'multiple-choice' },
      options: [
        {
          code: 'x',
          words: { en: 'X' },
          showIf: { or: [{ '==': [{ var: 'views.taste' }, 'bad'] }, { '==': [{ var: 'tea' }, 'yes'] }] },
        },
        ...optionsOf('y', 'z'),
      ],
    },
    {
      ...{ code: 'vote', type: 'multiple-choice' },
      options: [
        ...optionsOf('one', 'two'),
        { code: 'no', kind: 'refused', words: { en: 'I’d rather not say' } },
      ],
    },
    {
      ...{ code: 'heard', type: 'choices' },
      options: [...optionsOf('one', 'two'), { code: 'dk', kind: 'dont-know', words: { en: 'I don’t know' } }],
    },
    {
      ...{ code: 'trust', type: 'grid', rows: optionsOf('bank', 'sacco') },
      columns: [...optionsOf('yes', 'no'), { code: 'dk', kind: 'dont-know', words: { en: 'I don’t know' } }],
    },
  )
  const [section] = given.sections
  const questionnaire = { ...given, sections: [{ ...section, isScreening: false }] } as Questionnaire
  const { back, unsaid } = await bothWays(questionnaire)
  expect(back).toEqual(questionnaire)
  expect(unsaid).toEqual([])
})

test('what it cannot hold is listed, and the rest comes back', async () => {
  const tea = readTeaQuestionnaire()
  const { back, unsaid } = await bothWays(tea)
  expect(unsaid).toEqual([
    { part: 'isScreening' },
    { part: 'endIf' },
    { part: 'unit' },
    { part: 'contradictions' },
  ])
  const codes = ({ sections }: Questionnaire) =>
    sections.map(({ code, questions }) => [
      code,
      questions.map((each) => [each.code, each.type, each.showIf]),
    ])
  expect(back && codes(back)).toEqual(codes(tea))
})

test('equal options are one list, and every name is one', async () => {
  const questionnaire = givenQuestions(
    { code: 'first', type: 'multiple-choice', options: optionsOf('a', 'b') },
    { code: 'second', type: 'multiple-choice', options: optionsOf('a', 'b') },
  )
  const { xlsx } = await writeXlsform({ questionnaire })
  const form = await readForm(Buffer.from(xlsx, 'base64'))
  expect(form.choices.map((row) => row.cell('list_name'))).toEqual(['first', 'first'])
  expect(form.survey.map((row) => row.cell('type'))).toEqual([
    'begin group',
    'select_one first',
    'select_one first',
    'end group',
  ])
})
