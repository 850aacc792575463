import { type Problem, problem } from '@chuma/contract/problems'
import type { Words } from '@chuma/contract/surveys/questionnaire/words'
import type { XlsformRemark } from '@chuma/contract/surveys/questionnaire/xlsform'
import { invalidField } from '../../../app-error.ts'
import { readWorkbook, type Sheet } from './read-workbook.ts'

/** What the reader should know before anything is saved. */
export type Remark = Omit<XlsformRemark, 'message'> & { problem: Problem }

/** The columns that mean something here. Those with texts have one for each language. */
const SURVEY_COLUMNS = {
  plain: [
    ...['type', 'name', 'required', 'relevant', 'constraint', 'appearance'],
    ...['choice_filter', 'parameters', 'calculation', 'disabled'],
  ],
  texts: ['label', 'hint', 'constraint_message'],
}
/** A column of choices that other programs ignore: `none`, `refused` or `dont-know`. */
export const KIND = 'answer_kind'
const CHOICE_COLUMNS = { plain: ['list_name', 'name', KIND], texts: ['label'] }
const SETTINGS_COLUMNS = { plain: ['default_language', 'form_title', 'form_id', 'version'], texts: [] }

/** Other names of columns, which older forms and other tools use. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{ relevance: 'relevant', calculate: 'calculation', caption: 'label', command: 'type', tag: 'name' },
  ...{
    value: 'name',
    list: 'list_name',
    constraining_message: 'constraint_message',
    constraintmsg: 'constraint_message',
  },
}
const MEDIA = /^(?:media|image|big-image|audio|video)$/

const MAX_ROWS: Readonly<Record<string, number>> = { survey: 2000, choices: 5000, settings: 10 }

/** One row of the survey or the choices: its cells by column, and its texts by language. */
export type FormRow = {
  line: number
  sheet: string
  all: readonly string[]
  /** Empty if the cell is, or the column is missing. */
  cell: (column: string) => string
  text: (column: string) => Words | undefined
  /** How the column is headed in this form. */
  head: (column: string) => string
}
export type Form = {
  survey: FormRow[]
  choices: FormRow[]
  /** Of the choices, beyond the known ones: choice filters read them. */
  choiceColumns: string[]
  /** English first. */
  languages: string[]
  /** Or else texts in another language take its place. */
  hasEnglish: boolean
  remarks: Remark[]
  tell: Tell
}
/** Add a remark: about a cell, or the whole file. */
export type Tell = (level: Remark['level'], found: Problem, at?: At) => void
export type At = { row: Pick<FormRow, 'sheet' | 'line' | 'head'>; column: string }

const EVERYWHERE = { sheet: null, row: null, column: null }

/** Read the sheets of an XLSForm. @throws AppError INVALID_INPUT for a file that is none */
export async function readForm(file: Uint8Array): Promise<Form> {
  const { sheets, hasMacros } = await readWorkbook(file, {
    mostRows: (name) => MAX_ROWS[name.trim().toLowerCase()],
  })
  const remarks: Remark[] = []
  const tell: Tell = (level, found, at) => {
    const place = at ? { sheet: at.row.sheet, row: at.row.line, column: at.row.head(at.column) } : EVERYWHERE
    remarks.push({ level, problem: found, ...place })
  }
  const find = (name: string) => sheets.find((sheet) => sheet.name.trim().toLowerCase() === name)
  if (hasMacros) tell('changed', problem('XLSFORM_MACROS'))
  const [survey, choices, settings] = [find('survey'), find('choices'), find('settings')]
  if (!survey) throw invalidField('xlsx', 'XLSFORM_SHEET_MISSING')
  if (survey.rows.length < 2) throw invalidField('xlsx', 'FILE_WITHOUT_ROWS')
  const settled = settings && readTable(settings, { ...SETTINGS_COLUMNS, isOpen: true }, tell)
  const [first] = settled?.rows ?? []
  const spoken = codeOfLanguage(
    first?.cells[settled?.heads.findIndex(({ column }) => column === 'default_language') ?? -1] ?? '',
  )
  const tables = {
    survey: readTable(survey, SURVEY_COLUMNS, tell),
    choices: choices && readTable(choices, { ...CHOICE_COLUMNS, isOpen: true }, tell),
  }
  for (const column of ['type', 'name']) {
    if (!tables.survey.heads.some((head) => head.column === column))
      throw invalidField('xlsx', 'XLSFORM_COLUMN_MISSING', { name: column })
  }
  const speak = readLanguages([...tables.survey.heads, ...(tables.choices?.heads ?? [])], { spoken, tell })
  return {
    survey: listRows(tables.survey, speak.sayHead),
    choices: tables.choices ? listRows(tables.choices, speak.sayHead) : [],
    choiceColumns: (tables.choices?.heads ?? [])
      .filter(({ isKnown }) => !isKnown)
      .map(({ column }) => column),
    languages: speak.languages,
    hasEnglish: speak.hasEnglish,
    remarks,
    tell,
  }
}

type Head = {
  at: number
  written: string
  column: string
  language: string | null
  isKnown: boolean
  count: number
}
type Table = { sheet: string; heads: Head[]; rows: Sheet['rows'] }
type Columns = { plain: readonly string[]; texts: readonly string[]; isOpen?: boolean }

/** Read the head of a sheet. A column that means nothing here is named once, with how many of its cells are lost. */
function readTable({ name, rows: [first, ...rows] }: Sheet, columns: Columns, tell: Tell): Table {
  const row = { sheet: name.trim().toLowerCase(), line: first?.line ?? 1, head: (column: string) => column }
  const heads: Head[] = []
  for (const [at, written] of (first?.cells ?? []).entries()) {
    if (written === '') continue
    const count = rows.filter(({ cells }) => cells[at]).length
    const head = { at, written, count, ...readHead(written, columns) }
    if (heads.some(({ column, language }) => column === head.column && language === head.language)) {
      tell('error', problem('XLSFORM_COLUMN_REPEATED', { name: written }), { row, column: written })
      continue
    }
    if (!head.isKnown && (!columns.isOpen || MEDIA.test(head.column)) && count > 0)
      tell('left-out', problem('XLSFORM_COLUMN_UNUSED', { name: written, count }), { row, column: written })
    heads.push(head)
  }
  return { sheet: row.sheet, heads, rows }
}

/** `label::Swahili (sw)`, `Label:Swahili`, `constraint message`, `list name`. */
function readHead(written: string, { plain, texts }: Columns): Omit<Head, 'at' | 'written' | 'count'> {
  const [base = '', ...rest] = written
    .replace(/^(?:bind|control|body)::?/i, '')
    .replace(/^jr:/i, '')
    .split(/::?/)
    .map((part) => part.trim())
  const named = base.toLowerCase().replaceAll(/[\s_]+/g, '_')
  const column = ALIASES[named] ?? named
  const isText = texts.includes(column)
  if (rest.length > 0 && isText) return { column, language: rest.join(':'), isKnown: true }
  if (rest.length > 0)
    return { column: MEDIA.test(column) ? 'media' : written, language: rest.join(':'), isKnown: false }
  return { column, language: null, isKnown: isText || plain.includes(column) }
}

type Speaking = { spoken: string | undefined; tell: Tell }

/** Which languages the columns are in. The first that is none of ours, English included, is told with what happens to it. */
function readLanguages(heads: readonly Head[], { spoken, tell }: Speaking) {
  const texts = heads.filter(({ isKnown, language, count }) => isKnown && language !== null && count > 0)
  const codes = new Map<string, string | undefined>()
  for (const { language } of texts) if (language) codes.set(language, codeOfLanguage(language))
  for (const [language, code] of codes) {
    if (code === undefined) tell('left-out', problem('XLSFORM_LANGUAGE_UNKNOWN', { language }))
  }
  const found = [...codes.values()].filter((code) => code !== undefined)
  // Texts without a language are in the form's own, or else English.
  const plain = heads.some(
    ({ column, language, count }) => column === 'label' && language === null && count > 0,
  )
  const own = plain || found.length === 0 ? (spoken ?? 'en') : undefined
  const all = [...new Set([...found, ...(own ? [own] : [])])]
  const [first = 'en'] = all
  if (!all.includes('en')) tell('changed', problem('XLSFORM_NO_ENGLISH', { language: nameOfLanguage(first) }))
  if (!all.includes('sw'))
    tell('changed', problem('XLSFORM_LANGUAGE_MISSING', { language: nameOfLanguage('sw') }))
  return {
    hasEnglish: all.includes('en'),
    languages: ['en', ...all.filter((code) => code !== 'en')].slice(0, MAX_LANGUAGES),
    sayHead: (head: Head) => (head.language === null ? (own ?? 'en') : codes.get(head.language)),
  }
}

const MAX_LANGUAGES = 10

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
export const nameOfLanguage = (code: string) => LANGUAGE_NAMES.of(code) ?? code

/** Names that forms use besides the English one. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{
    kiswahili: 'sw',
    français: 'fr',
    francais: 'fr',
    español: 'es',
    espanol: 'es',
    dholuo: 'luo',
    luo: 'luo',
  },
  ...{ default: 'en', eng: 'en', gikuyu: 'ki', maa: 'mas', maasai: 'mas', oromo: 'om', somali: 'so' },
}

/** The code in brackets, or the one of a name: `Swahili (sw)`, `Kiswahili`, `sw`. */
function codeOfLanguage(written: string): string | undefined {
  const [, bracketed = ''] = /\(\s*([a-z]{2,3})(?:[-_][a-z]+)?\s*\)\s*$/i.exec(written) ?? []
  if (bracketed !== '') return bracketed.toLowerCase()
  const name = written.trim().toLowerCase()
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name]
  if (/^[a-z]{2,3}$/.test(name) && LANGUAGE_NAMES.of(name) !== undefined) return name
  return listLanguageNames().get(name)
}

let languageNames: Map<string, string> | undefined

/** Codes by English names: all of two letters, and the Kenyan ones of three. */
function listLanguageNames(): Map<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  languageNames ??= new Map(
    [...pairs, 'luo', 'kam', 'kln', 'mas', 'mer', 'guz', 'luy', 'saq', 'dav', 'ebu', 'teo'].flatMap(
      (code) => {
        const name = LANGUAGE_NAMES.of(code)
        return name === undefined ? [] : [[name.toLowerCase(), code] as const]
      },
    ),
  )
  return languageNames
}

function listRows({ sheet, heads, rows }: Table, sayHead: (head: Head) => string | undefined): FormRow[] {
  const texts = heads.map((head) => ({ ...head, code: head.isKnown ? sayHead(head) : undefined }))
  const places = new Map(heads.map(({ column, language, at }) => [`${column}:${language ?? ''}`, at]))
  return rows.map(({ line, cells }) => ({
    sheet,
    line,
    all: cells,
    head: (column) => heads.find((head) => head.column === column)?.written ?? column,
    cell: (column) => cells[places.get(`${column}:`) ?? -1] ?? '',
    text: (column) => {
      const own = texts.filter((head) => head.column === column && head.code !== undefined)
      // A column with a language counts before the one without.
      const ordered = own.toSorted(
        (left, right) => Number(left.language !== null) - Number(right.language !== null),
      )
      const found = ordered.flatMap(({ at, code = '' }) => (cells[at] ? [[code, cells[at]] as const] : []))
      return found.length > 0 ? Object.fromEntries(found) : undefined
    },
  }))
}
