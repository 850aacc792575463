import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { AppError } from '../../../app-error.ts'
import { readXlsform } from './read-xlsform.ts'
import { CHOICES, type FormSheets, givenXlsform } from './testing.ts'

const refusalOf = async (xlsx: string) => {
  const error = await readXlsform({ xlsx }).catch((thrown: unknown) => thrown)
  if (!(error instanceof AppError)) throw error
  return error.fields?.xlsx?.map(({ code }) => code)
}
const read = async (sheets: FormSheets) => readXlsform({ xlsx: givenXlsform(sheets) })
const questionsOf = async (sheets: FormSheets) =>
  (await read(sheets)).questionnaire?.sections.flatMap(({ questions }) => questions)

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetOf = (rows: string) => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`
const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`
const HEAD = row(text('type'), text('name'), text('label'))
const ASKED = row(text('text'), text('a'), text('A?'))

/** A workbook whose survey is this XML, with more parts. */
function workbook(survey: string, parts: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const relation = '<Relationship Id="r1" Type="x" Target="worksheets/sheet1.xml"/>'
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="survey" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation}<Relationship Id="r2" TargetMode="External" Target="file:///etc/passwd"/></Relationships>`,
    'xl/worksheets/sheet1.xml': survey,
    ...parts,
  }
  const bytes = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ])
  return Buffer.from(zipSync(Object.fromEntries(bytes), { level: 9 })).toString('base64')
}

const MEGABYTE = 1024 * 1024
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64')

test.each<[string, string, string]>([
  ['a text', base64('type,name,label'), 'XLSFORM_NOT_A_WORKBOOK'],
  [
    'an old file of Excel',
    base64(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])),
    'XLSFORM_OLD_FORMAT',
  ],
  ['an archive of something else', base64(zipSync({ 'a.txt': strToU8('a') })), 'XLSFORM_NOT_A_WORKBOOK'],
  [
    'half a file',
    base64(Buffer.from(workbook(sheetOf(HEAD)), 'base64').subarray(0, 300)),
    'XLSFORM_NOT_A_WORKBOOK',
  ],
  [
    'an archive of 1,001 parts',
    workbook(
      sheetOf(HEAD + ASKED),
      Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`x/${n}`, ''])),
    ),
    'XLSFORM_TOO_LARGE',
  ],
  [
    'a sheet that inflates to 64 MB',
    workbook(sheetOf(`${HEAD}${' '.repeat(64 * MEGABYTE)}`)),
    'XLSFORM_TOO_LARGE',
  ],
  [
    'texts that inflate to 64 MB',
    workbook(sheetOf(HEAD + ASKED), { 'xl/sharedStrings.xml': new Uint8Array(64 * MEGABYTE).fill(32) }),
    'XLSFORM_TOO_LARGE',
  ],
  ['XML that is cut off', workbook(`<worksheet xmlns="${MAIN}"><sheetData><row>`), 'XLSFORM_NOT_A_WORKBOOK'],
  [
    'entities of its own',
    workbook(`<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]>${sheetOf(row(text('&c;')))}`),
    'XLSFORM_NOT_A_WORKBOOK',
  ],
  [
    'an entity that nothing names',
    workbook(`<!DOCTYPE a [<!ENTITY b "b">]>${sheetOf(HEAD + ASKED)}`),
    'XLSFORM_NOT_A_WORKBOOK',
  ],
  [
    'an entity from a file',
    workbook(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${sheetOf(row(text('&b;')))}`),
    'XLSFORM_NOT_A_WORKBOOK',
  ],
  ['no sheet of a form', givenXlsform({ answers: [['a']] }), 'XLSFORM_SHEET_MISSING'],
  ['an empty sheet', givenXlsform({ survey: [] }), 'FILE_WITHOUT_ROWS'],
  ['only a head', givenXlsform({ survey: [['type', 'name', 'label']] }), 'FILE_WITHOUT_ROWS'],
  [
    'no names',
    givenXlsform({
      survey: [
        ['type', 'label'],
        ['text', 'A?'],
      ],
    }),
    'XLSFORM_COLUMN_MISSING',
  ],
  [
    '2,001 rows',
    givenXlsform({
      survey: [['type', 'name', 'label'], ...Array.from({ length: 2001 }, (_, n) => ['text', `q${n}`, 'Q?'])],
    }),
    'XLSFORM_TOO_MANY_ROWS',
  ],
])('%s is refused', async (_, xlsx, code) => {
  expect(await refusalOf(xlsx)).toEqual([code])
})

test('2,000 rows that all depend on a later one are read while others are answered', async () => {
  const rows = Array.from({ length: 2000 }, (_, n) => ['text', `q${n}`, 'Q?', `\${q${(n + 1) % 2000}} = 'x'`])
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  })
  const { questionnaire, remarks } = await read({ survey: [['type', 'name', 'label', 'relevant'], ...rows] })
  clearInterval(timer)
  expect(questionnaire?.sections.flatMap(({ questions }) => questions).length).toBe(200)
  expect(remarks.filter(({ problem }) => problem.code === 'XLSFORM_LOOP').length).toBe(200)
  expect(longest).toBeLessThan(1500)
})

test('a formula is its saved value, macros and the value of an error are nothing', async () => {
  const formula = '<c><f>HYPERLINK("http://evil.example")</f><v>18</v></c>'
  const survey = sheetOf(
    HEAD +
      row(text('text'), '<c t="str"><f>CONCATENATE("a","b")</f><v>ab</v></c>', formula) +
      row(text('text'), text('b'), '<c t="e"><v>#REF!</v></c>'),
  )
  const { questionnaire, remarks } = await readXlsform({
    xlsx: workbook(survey, { 'xl/vbaProject.bin': 'Shell' }),
  })
  expect(questionnaire?.sections[0]?.questions).toMatchObject([
    { code: 'ab', words: { en: '18' } },
    { code: 'b', words: { en: 'b' } },
  ])
  expect(remarks.map(({ problem }) => problem.code)).toContain('XLSFORM_MACROS')
})

test('merged cells have their text in the first, and rows and cells may be missing', async () => {
  const survey = sheetOf(
    `<row r="1"><c r="B1" t="inlineStr"><is><t>type</t></is></c><c r="C1" t="inlineStr"><is><r><t>na</t></r><r><t>me</t></r></is></c><c r="E1" t="inlineStr"><is><t>label</t></is></c></row>` +
      '<row r="40"><c r="B40" t="inlineStr"><is><t>text</t></is></c><c r="C40" t="inlineStr"><is><t>a</t></is></c><c r="E40" t="inlineStr"><is><t>A?</t></is></c><c r="XFD40" t="inlineStr"><is><t>far</t></is></c></row></sheetData><mergeCells><mergeCell ref="E40:H41"/></mergeCells><sheetData>',
  )
  const { questionnaire } = await readXlsform({ xlsx: workbook(survey) })
  expect(questionnaire?.sections[0]?.questions).toMatchObject([{ code: 'a', words: { en: 'A?' } }])
})

test('1, 1.0 and " 1 " are one code, and texts keep their scripts', async () => {
  const questions = await questionsOf({
    survey: [
      ['type', 'name', 'label::English (en)', 'label::Amharic (am)', 'label::Arabic (ar)', 'relevant'],
      ['select_one agree ', ' sure ', '  Sure? 😀 ', 'እርግጠኛ ነዎት?', 'هل أنت متأكد؟', ''],
      ['text', 'why', 'Why?', 'ለምን?', 'لماذا؟', '${sure} = 1.0'],
    ],
    choices: CHOICES,
  })
  expect(questions).toMatchObject([
    {
      code: 'sure',
      words: { en: 'Sure? 😀', am: 'እርግጠኛ ነዎት?', ar: 'هل أنت متأكد؟' },
      options: [{ code: '1' }, { code: '2' }],
    },
    { code: 'why', showIf: { '==': [{ var: 'sure' }, '1'] } },
  ])
})

test('what looks like a formula, half a character, and names of prototypes are texts', async () => {
  const questions = await questionsOf({
    survey: [
      ['type', 'name', 'label', 'hint'],
      ['text', 'constructor', '=1+1', '\ud800'],
      ['text', '__proto__', '@SUM(A1)', 'toString'],
    ],
  })
  expect(questions).toMatchObject([
    { code: 'constructor', words: { en: '=1+1' } },
    { code: 'o__proto__', hint: { en: 'toString' } },
  ])
})
