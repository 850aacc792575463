import { listQuestions } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { describe, expect, test } from 'vitest'
import { readXlsform } from './read-xlsform.ts'
import { CHOICES, type FormSheets, givenXlsform } from './testing.ts'

const HEAD = ['type', 'name', 'label::English (en)', 'label::Swahili (sw)'] as const

const read = (sheets: FormSheets) => readXlsform({ xlsx: givenXlsform(sheets) })

/** Read one row with cells beyond its type, name and label. */
async function readRow(type: string, cells: Readonly<Record<string, string>> = {}) {
  const survey = [
    [...HEAD, ...Object.keys(cells)],
    [type, 'asked', 'Asked?', 'Je?', ...Object.values(cells)],
  ]
  const { questionnaire, remarks } = await read({ survey, choices: CHOICES })
  return { question: questionnaire?.sections[0]?.questions[0], remarks }
}

const codesOf = ({ remarks }: Awaited<ReturnType<typeof read>>) =>
  remarks.map(({ level, sheet, row, column, problem }) => [problem.code, level, sheet, row, column])

describe('a form becomes a questionnaire', () => {
  test('names, codes, languages, hints, constraints and conditions are kept', async () => {
    const { questionnaire, remarks } = await read({
      survey: [
        [
          ...HEAD,
          'hint::English (en)',
          'hint::Swahili (sw)',
          'required',
          'relevant',
          'constraint',
          'constraint_message::English (en)',
          'constraint_message::Swahili (sw)',
        ],
        ['begin group', 'home', 'Your home', 'Nyumbani kwako'],
        ['select_one counties', 'county', 'County?', 'Kaunti?', 'Where you sleep', 'Unapolala', 'yes'],
        [
          'integer',
          'age',
          'Age?',
          'Umri?',
          '',
          '',
          'TRUE',
          '',
          '. >= 18 and . <= 99 and . != 66',
          'Check your age',
          'Angalia umri wako',
        ],
        ['end_group'],
        ['begin_group', 'tea', '', '', '', '', '', "${age} > 20 and selected(${county}, 'kisumu')"],
        [
          'text',
          'why',
          'You are {{x}} ${age}. Why?',
          'Una ${age}. Kwa nini?',
          '',
          '',
          'false()',
          "not(${county} = 'nairobi')",
        ],
        ['end group'],
      ],
      choices: CHOICES,
    })
    expect(remarks.map(({ problem }) => problem.code)).toEqual(['XLSFORM_COLUMN_UNUSED'])
    expect(questionnaire?.languages).toEqual(['en', 'sw'])
    const [home, tea] = questionnaire?.sections ?? []
    expect(home).toMatchObject({ code: 'home', title: { en: 'Your home', sw: 'Nyumbani kwako' } })
    expect(home?.questions).toMatchObject([
      {
        code: 'county',
        type: 'multiple-choice',
        required: true,
        words: { en: 'County?', sw: 'Kaunti?' },
        hint: { en: 'Where you sleep', sw: 'Unapolala' },
        options: [{ code: 'nairobi' }, { code: 'kisumu', words: { en: 'Kisumu', sw: 'Kisumu' } }],
      },
      {
        ...{ code: 'age', type: 'number', min: 18, max: 99, decimals: 0, required: true },
        constraint: {
          if: { '!=': [{ var: 'age' }, 66] },
          message: { en: 'Check your age', sw: 'Angalia umri wako' },
        },
      },
    ])
    expect(tea?.showIf).toEqual({
      and: [{ '>': [{ var: 'age' }, 20] }, { '==': [{ var: 'county' }, 'kisumu'] }],
    })
    expect(tea?.questions).toMatchObject([
      {
        ...{ code: 'why', type: 'text', required: false },
        words: { en: 'You are {{x}} {{age}}. Why?', sw: 'Una {{age}}. Kwa nini?' },
        showIf: { '!': [{ '==': [{ var: 'county' }, 'nairobi'] }] },
      },
    ])
  })

  test.each<[string, Record<string, string>, Partial<Question>]>([
    ['text', {}, { type: 'text' }],
    ['string', { constraint: 'string-length(.) <= 40' }, { type: 'text', most: 40 }],
    ['integer', { constraint: '. > 0' }, { type: 'number', min: 1, decimals: 0 }],
    ['decimal', { constraint: '.<=5.5' }, { type: 'number', max: 5.5, decimals: 4 }],
    ['range', { parameters: 'start=0 end=10 step=1' }, { type: 'scale', from: 0, to: 10 }],
    ['range', { parameters: 'start=1;end=5;step=1', appearance: 'rating' }, { type: 'rating' }],
    ['range', { parameters: 'start=0 end=2 step=0.25' }, { type: 'number', min: 0, max: 2, decimals: 2 }],
    ['date', { constraint: ". >= date('2020-01-31')" }, { type: 'date', min: '2020-01-31' }],
    ['time', {}, { type: 'time' }],
    ['dateTime', {}, { type: 'date-time' }],
    ['note', {}, { type: 'note', required: false }],
    ['acknowledge', { required: 'yes' }, { type: 'note', consent: true, required: true }],
    [
      'calculate',
      { calculation: '1 + 2 * 3' },
      { type: 'calculation', value: 'number', calculate: { '+': [1, { '*': [2, 3] }] } },
    ],
    ['select_one drinks', { parameters: 'randomize=true' }, { type: 'multiple-choice', order: 'random' }],
    ['select one from counties', { appearance: 'minimal' }, { type: 'multiple-choice', search: true }],
    ['select_multiple drinks', { constraint: 'count-selected(.) <= 2' }, { type: 'choices', most: 2 }],
    [
      'select all that apply from drinks',
      { constraint: 'count-selected(.) >= 2' },
      { type: 'choices', least: 2 },
    ],
    ['rank drinks', {}, { type: 'ranking' }],
  ])('%s %o', async (type, cells, expected) => {
    const { question, remarks } = await readRow(type, cells)
    expect(question).toMatchObject(expected)
    expect(remarks.map(({ problem }) => problem.code)).toEqual(['XLSFORM_COLUMN_UNUSED'])
  })

  test('an option that excludes the others, a pattern, and or_other have settings of their own', async () => {
    const alone = await readRow('select_multiple drinks', {
      constraint: "not(selected(., 'none') and count-selected(.) > 1)",
    })
    expect(alone.question).toMatchObject({
      options: [{ code: 'tea' }, { code: 'milk' }, { code: 'none', kind: 'none' }],
    })
    expect(alone.question?.constraint).toBeUndefined()
    const matched = await readRow('text', {
      constraint: "regex(., '^[A-Z]{3}$')",
      'constraint_message::English (en)': 'Three capitals',
    })
    expect(matched.question).toMatchObject({
      pattern: { expression: '[A-Z]{3}', message: { en: 'Three capitals' } },
    })
    const own = await readRow('select_one drinks or_other')
    expect(own.question).toMatchObject({ type: 'choices', most: 1 })
    expect(own.question && 'options' in own.question && own.question.options.at(-1)).toEqual({
      ...{ code: 'other', kind: 'other', words: { en: 'Other', sw: 'Nyingine' } },
    })
  })

  test('a text behind a choice that asks for "other" becomes part of it', async () => {
    const { questionnaire, remarks } = await read({
      survey: [
        [...HEAD, 'relevant'],
        ['select_multiple drinks', 'drink', 'What?', 'Nini?'],
        ['text', 'drink_other', 'Which?', 'Ipi?', "selected(${drink}, 'none')"],
      ],
      choices: CHOICES,
    })
    expect(questionnaire && listQuestions(questionnaire)).toMatchObject([
      { options: [{}, {}, { code: 'none', kind: 'other' }] },
    ])
    expect(remarks.map(({ problem }) => problem.code)).toContain('XLSFORM_OTHER_MERGED')
  })

  test('a choice filter becomes a condition of each option', async () => {
    const { questionnaire } = await read({
      survey: [
        [...HEAD, 'choice_filter'],
        ['select_one counties', 'county', 'County?', 'Kaunti?'],
        ['select_one towns', 'town', 'Town?', 'Mji?', 'county = ${county}'],
        ['select_one towns', 'home', 'Home?', 'Nyumbani?', "name != 'karen'"],
      ],
      choices: CHOICES,
    })
    const [, town, home] = questionnaire ? listQuestions(questionnaire) : []
    expect(town).toMatchObject({
      options: [
        { code: 'westlands', showIf: { '==': [{ var: 'county' }, 'nairobi'] } },
        { code: 'karen' },
        { code: 'ahero', showIf: { '==': [{ var: 'county' }, 'kisumu'] } },
      ],
    })
    expect(home).toMatchObject({ options: [{ code: 'westlands' }, { code: 'ahero' }] })
  })

  test.each([
    [
      'a table-list',
      [
        ['begin group', 'views', 'What do you think?', 'Unaonaje?', 'table-list'],
        ['select_one agree', 'views_price', 'Price', 'Bei'],
        ['select_one agree', 'views_taste', 'Taste', 'Ladha'],
        ['end group'],
      ],
    ],
    [
      'a row of labels',
      [
        ['select_one agree', 'views', 'What do you think?', 'Unaonaje?', 'label'],
        ['select_one agree', 'views_price', 'Price', 'Bei', 'list-nolabel'],
        ['select_one agree', 'views_taste', 'Taste', 'Ladha', 'list-nolabel'],
      ],
    ],
  ])('%s becomes a grid, whose rows conditions can read', async (_, rows) => {
    const { questionnaire } = await read({
      survey: [
        [...HEAD, 'appearance', 'relevant'],
        ...rows,
        ['text', 'why', 'Why?', 'Kwa nini?', '', '${views_taste} = 2'],
      ],
      choices: CHOICES,
    })
    expect(questionnaire && listQuestions(questionnaire)).toMatchObject([
      {
        ...{ code: 'views', type: 'grid', words: { en: 'What do you think?' } },
        rows: [{ code: 'price' }, { code: 'taste', words: { sw: 'Ladha' } }],
        columns: [{ code: '1', words: { en: 'Agree' } }, { code: '2' }],
      },
      { code: 'why', showIf: { '==': [{ var: 'views.taste' }, '2'] } },
    ])
  })
})

describe('what cannot be taken is named by sheet, row and column', () => {
  const E = ['list_name', 'name', 'label']
  const head = ['type', 'name', 'label', 'relevant', 'required']
  const text = ['text', 'fine', 'Fine?']

  test.each<[string, FormSheets, unknown[]]>([
    [
      'a photo',
      { survey: [head, ['image', 'photo', 'A photo'], text] },
      ['XLSFORM_TYPE', 'left-out', 'survey', 2, 'type'],
    ],
    [
      'a repeat',
      { survey: [head, ['begin repeat', 'child'], ['text', 'x', 'X?'], ['end repeat'], text] },
      ['XLSFORM_REPEAT', 'left-out', 'survey', 2, 'type'],
    ],
    [
      'a default',
      {
        survey: [
          [...head, 'default'],
          [...text, '', '', 'x'],
        ],
      },
      ['XLSFORM_COLUMN_UNUSED', 'left-out', 'survey', 1, 'default'],
    ],
    [
      'a function',
      { survey: [head, [...text, "pulldata('a', 'b')"]] },
      ['XLSFORM_FUNCTION', 'left-out', 'survey', 2, 'relevant'],
    ],
    [
      'a name that nothing has',
      { survey: [head, [...text, '${nobody} = 1']] },
      ['XLSFORM_NAME_UNKNOWN', 'error', 'survey', 2, 'relevant'],
    ],
    [
      'a name of a photo',
      { survey: [head, ['image', 'photo', 'A photo'], [...text, "${photo} != ''"]] },
      ['XLSFORM_NAME_LEFT_OUT', 'left-out', 'survey', 3, 'relevant'],
    ],
    [
      'a later name',
      { survey: [head, ['text', 'a', 'A?', "${fine} = 'x'"], text] },
      ['XLSFORM_NAME_LATER', 'left-out', 'survey', 2, 'relevant'],
    ],
    [
      'a loop',
      {
        survey: [
          head,
          ['text', 'a', 'A?', "${c} = '1'"],
          ['text', 'b', 'B?', "${a} = '1'"],
          ['text', 'c', 'C?', "${b} = '1'"],
        ],
      },
      ['XLSFORM_LOOP', 'error', 'survey', 2, 'relevant'],
    ],
    [
      'itself',
      { survey: [head, ['text', 'a', 'A?', "${a} = '1'"]] },
      ['XLSFORM_LOOP', 'error', 'survey', 2, 'relevant'],
    ],
    ['a name twice', { survey: [head, text, text] }, ['XLSFORM_NAME_REPEATED', 'error', 'survey', 3, 'name']],
    [
      'a name in two groups',
      { survey: [head, ['begin group', 'g'], text, ['end group'], text] },
      ['XLSFORM_NAME_CHANGED', 'changed', 'survey', 5, 'name'],
    ],
    [
      'a name with a hyphen',
      { survey: [head, ['text', 'my-name', 'Name?']] },
      ['XLSFORM_NAME_CHANGED', 'changed', 'survey', 2, 'name'],
    ],
    [
      'no list',
      { survey: [head, ['select_one nowhere', 'a', 'A?'], text], choices: [E] },
      ['XLSFORM_LIST_UNKNOWN', 'error', 'survey', 2, 'type'],
    ],
    [
      'an option twice',
      {
        survey: [head, ['select_one l', 'a', 'A?']],
        choices: [E, ['l', 'x', 'X'], ['l', 'y', 'Y'], ['l', 'x', 'Z']],
      },
      ['XLSFORM_CHOICE_REPEATED', 'error', 'choices', 4, 'name'],
    ],
    [
      'one option',
      { survey: [head, ['select_one l', 'a', 'A?'], text], choices: [E, ['l', 'x', 'X']] },
      ['XLSFORM_OPTIONS_FEW', 'left-out', 'survey', 2, 'type'],
    ],
    [
      'a group without an end',
      { survey: [head, ['begin group', 'g'], text] },
      ['XLSFORM_GROUP_OPEN', 'error', 'survey', 2, 'type'],
    ],
    [
      'an end without a group',
      { survey: [head, text, ['end group']] },
      ['XLSFORM_GROUP_NOT_OPEN', 'error', 'survey', 3, 'type'],
    ],
    [
      'a column twice',
      { survey: [[...head, 'Label'], text] },
      ['XLSFORM_COLUMN_REPEATED', 'error', 'survey', 1, 'Label'],
    ],
    [
      'a rule for required',
      { survey: [head, [...text, '', '${a} = 1']] },
      ['XLSFORM_REQUIRED_RULE', 'changed', 'survey', 2, 'required'],
    ],
    [
      'no label',
      { survey: [head, ['text', 'silent']] },
      ['XLSFORM_LABEL_MISSING', 'changed', 'survey', 2, 'label'],
    ],
    ['no Swahili', { survey: [head, text] }, ['XLSFORM_LANGUAGE_MISSING', 'changed', null, null, null]],
    [
      'no English',
      {
        survey: [
          ['type', 'name', 'label::Kiswahili'],
          ['text', 'jina', 'Jina?'],
        ],
      },
      ['XLSFORM_NO_ENGLISH', 'changed', null, null, null],
    ],
    [
      'a language of its own',
      {
        survey: [
          ['type', 'name', 'label', 'label::Klingon'],
          ['text', 'a', 'A?', 'x'],
        ],
      },
      ['XLSFORM_LANGUAGE_UNKNOWN', 'left-out', null, null, null],
    ],
    [
      'nothing else',
      { survey: [head, ['image', 'photo', 'A photo']] },
      ['XLSFORM_NOTHING_LEFT', 'error', null, null, null],
    ],
  ])('%s', async (_, sheets, expected) => {
    expect(codesOf(await read(sheets))).toContainEqual(expected)
  })

  test('a loop and a name twice leave the rest as it is', async () => {
    const { questionnaire } = await read({
      survey: [head, text, text, ['text', 'last', 'Last?', '${fine} = 1 and ${last} = 1']],
    })
    expect(questionnaire && listQuestions(questionnaire)).toMatchObject([
      { code: 'fine' },
      { code: 'fine_2' },
      { code: 'last' },
    ])
    expect(questionnaire && listQuestions(questionnaire)[2]).not.toHaveProperty('showIf')
  })

  test('more sections than fit are joined, with their conditions, and more questions are left out', async () => {
    const groups = Array.from({ length: 40 }, (_, n) => [
      ['begin group', `g${n}`, '', n > 0 ? "${q0_0} = 'x'" : ''],
      ...Array.from({ length: 6 }, (_, m) => ['text', `q${n}_${m}`, 'Q?']),
      ['end group'],
    ]).flat()
    const { questionnaire, remarks } = await read({ survey: [head, ...groups] })
    expect(questionnaire?.sections.length).toBe(30)
    expect(questionnaire && listQuestions(questionnaire).length).toBe(200)
    expect(questionnaire?.sections[0]).not.toHaveProperty('showIf')
    const joined = questionnaire?.sections.find(({ questions }) => questions.length > 6)
    expect(joined?.questions.at(-1)).toHaveProperty('showIf', { '==': [{ var: 'q0_0' }, 'x'] })
    const codes = remarks.map(({ problem }) => problem.code)
    expect(codes).toEqual(expect.arrayContaining(['XLSFORM_SECTIONS_MERGED', 'XLSFORM_QUESTIONS_MANY']))
  })
})
