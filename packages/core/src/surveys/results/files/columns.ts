import { QUALITY_FLAGS } from '@chuma/contract/surveys/answer-quality'
import { TRAIT_KEYS, TRAITS } from '@chuma/contract/surveys/eligibility/explain-rule'
import { DEVICES } from '@chuma/contract/surveys/results'
import { qualityScore } from '@chuma/contract/surveys/survey-measures'
import type { RespondentRow, Told } from '@chuma/db/queries/surveys/respondents'
import { CODED, OTHER, readChosen, readValue, type Variable } from '../variables.ts'

/** A row as files say it: with what it weighs. */
export type FileRow = RespondentRow & { weight: number | null }

export type Cell = string | number | null
/** `isMissing`: stands for no answer. */
export type Code = {
  value: string
  code: string | number
  number: number
  label: string
  isMissing?: boolean
}

/** A column of a file, the same in every format. */
export type Column = {
  /** As the author wrote it. It is the only one of this name, also regardless of case. */
  name: string
  /** Of several choices or a grid, what all of its columns share. */
  question: string
  /** What only this column is about: a choice, or a row. */
  item: string | null
  type: Variable['type'] | 'id' | 'date'
  /** Empty: its cells are words, numbers, days or times. Of a number: what was answered instead. */
  codes: Code[]
  measure: 'nominal' | 'ordinal' | 'scale'
  decimals: number
  /** Of words: as many as the longest takes in UTF-8. */
  bytes: number
  /** What numbers lie between. */
  range: { min: number; max: number }
  /** Of a rating or scale: what can be answered, each with its place in all versions. */
  steps: { value: number; place: number }[]
  /** The name of several choices of which it is one, and its place among all that were ever offered. */
  set: string | null
  place: number
  /** A coded cell is the `value` of a code. Null: not answered, or not asked in this version. */
  read: (row: FileRow) => Cell
}

/** Label a column: the question, and what of it the column is about. */
export const labelOfColumn = ({ question, item }: Column): string =>
  item === null ? question : `${question} ${item}`

export const numberIn = ({ codes }: Column, cell: Cell): Cell =>
  codes.find(({ value }) => value === cell)?.number ?? cell
export const codeIn = ({ codes }: Column, cell: Cell): Cell =>
  codes.find(({ value }) => value === cell)?.code ?? cell
export const wordsIn = ({ codes }: Column, cell: Cell): Cell =>
  codes.find(({ value }) => value === cell)?.label ?? cell

export type Shape = {
  /** What may be said of the person: values that fewer than five people share are left out. */
  told: ReadonlyMap<Told, ReadonlySet<string>>
  /** The labels of a quota's cells. */
  cells: ReadonlyMap<string, string>
  /** The bytes of the longest words, by question. */
  bytes: ReadonlyMap<number, number>
  /** The survey is one of a series, whose surveys ask the same people. */
  isOfSeries: boolean
  isWeighted: boolean
  /** Of a client's file, which has ages in groups alone. */
  isCharged: boolean
}

/** List the columns of a survey's file: who and how, and then what was answered. */
export function listColumns(variables: readonly Variable[], shape: Shape): Column[] {
  const columns = [
    ...describeRows(shape),
    ...variables.flatMap((variable) => describeAnswers(variable, shape)),
  ]
  const used = new Set<string>()
  const rename = new Map<string, string>()
  return columns.map((column) => {
    const name = makeUnique(column.name, used)
    if (column.set !== null && !rename.has(column.set)) rename.set(column.set, makeUnique(column.set, used))
    return { ...column, name, set: column.set === null ? null : (rename.get(column.set) ?? column.set) }
  })
}

/** The bytes of a name that every program keeps. Codes are ASCII. */
const MAX_NAME = 64

function makeUnique(wanted: string, used: Set<string>): string {
  const short = wanted.slice(0, MAX_NAME)
  let name = short
  for (let at = 2; used.has(name.toLowerCase()); at += 1) name = `${short.slice(0, MAX_NAME - 4)}_${at}`
  used.add(name.toLowerCase())
  return name
}

const plain = {
  item: null,
  codes: [] as Code[],
  decimals: 0,
  bytes: 0,
  range: { min: 0, max: 99_999_999 },
  steps: [],
  set: null,
  place: 0,
}

const bytesOf = (text: string) => Buffer.byteLength(text)

type Row = Pick<Column, 'question' | 'type' | 'measure' | 'read'> & { bytes?: number }

/** Who answered, and how: the columns that every file has. */
const ROW: Readonly<Record<string, Row>> = {
  respondent: {
    question: 'Respondent',
    type: 'id',
    measure: 'nominal',
    bytes: 16,
    read: (row) => row.respondent,
  },
  respondent_key: {
    question: 'Respondent in all surveys of the series',
    type: 'text',
    measure: 'nominal',
    bytes: 16,
    read: (row) => row.respondentKey,
  },
  version: {
    question: 'Version of the questionnaire',
    type: 'number',
    measure: 'nominal',
    read: (row) => row.version ?? 0,
  },
  day: {
    question: 'First day of the period of completion',
    type: 'date',
    measure: 'scale',
    read: (row) => row.day,
  },
  last_day: {
    question: 'Last day of the period of completion',
    type: 'date',
    measure: 'scale',
    read: (row) => row.lastDay,
  },
  seconds: {
    question: 'Seconds from start to end, at least',
    type: 'number',
    measure: 'scale',
    read: (row) => row.seconds,
  },
  language: { question: 'Language', type: 'text', measure: 'nominal', bytes: 3, read: (row) => row.language },
  quality_score: {
    question: 'Doubt about the answers, from 0 to 100',
    type: 'number',
    measure: 'scale',
    read: (row) => qualityScore(row.signs),
  },
  quality_flags: {
    question: 'Reasons for doubt',
    type: 'text',
    measure: 'nominal',
    bytes: bytesOf(QUALITY_FLAGS.join(' ')),
    read: (row) => row.flags.join(' ') || null,
  },
}

const WEIGHT: Column = {
  ...plain,
  name: 'weight',
  question: 'Weight, 1 on average',
  type: 'number',
  measure: 'scale',
  decimals: 6,
  read: (row) => row.weight,
}

function describeRows({ told, cells, isOfSeries, isWeighted, isCharged }: Shape): Column[] {
  return [
    ...Object.entries(ROW).flatMap(([name, row]): Column[] =>
      name === 'respondent_key' && !isOfSeries ? [] : [{ ...plain, name, ...row }],
    ),
    ...TRAIT_KEYS.map((key) =>
      describeTold(key, { told, label: TRAITS[key].name.en, codes: listTraitCodes(key) }),
    ),
    ...(isCharged ? [] : [describeTold('ageYears', { told, label: 'Age in years', codes: [] })]),
    describeTold('device', { told, label: 'Device at the start', codes: DEVICE_CODES }),
    ...(cells.size > 0 ? [describeCell({ told, cells })] : []),
    ...(isWeighted ? [WEIGHT] : []),
  ]
}

const DEVICE_NAMES = { phone: 'Phone', tablet: 'Tablet', desktop: 'Computer' }
const DEVICE_CODES = DEVICES.map(
  (code, at): Code => ({ value: code, code, number: at + 1, label: DEVICE_NAMES[code] }),
)
const listTraitCodes = (key: (typeof TRAIT_KEYS)[number]): Code[] =>
  TRAITS[key].options.map(({ code, words }, at) => ({ value: code, code, number: at + 1, label: words.en }))

/** In words: the cells of a quota can be cut another way, and have no codes that last. */
function describeCell({ told, cells }: Pick<Shape, 'told' | 'cells'>): Column {
  const wordsOf = (cell: string) => cells.get(cell) ?? cell
  return {
    ...plain,
    name: TOLD_NAMES.cell,
    question: 'Cell of the quota',
    type: 'text',
    measure: 'nominal',
    bytes: Math.max(...Array.from(cells.values(), bytesOf)),
    read: ({ told: { cell } }) => (cell !== undefined && told.get('cell')?.has(cell) ? wordsOf(cell) : null),
  }
}

/** Attributes have names that no question is likely to have. */
const TOLD_NAMES: Readonly<Record<Told, string>> = {
  age: 'profile_age',
  sex: 'profile_sex',
  county: 'profile_county',
  settlement: 'profile_settlement',
  education: 'profile_education',
  ageYears: 'profile_age_years',
  device: 'device',
  cell: 'quota_cell',
}

type Telling = { told: Shape['told']; label: string; codes: Code[] }

function describeTold(key: Told, { told, label, codes }: Telling): Column {
  const isYears = key === 'ageYears'
  return {
    ...plain,
    name: TOLD_NAMES[key],
    question: label,
    type: isYears ? 'number' : 'multiple-choice',
    measure: isYears ? 'scale' : key === 'age' || key === 'education' ? 'ordinal' : 'nominal',
    codes,
    read: (row) => {
      const value = row.told[key]
      if (value === undefined || !told.get(key)?.has(value)) return null
      return isYears ? Number(value) : value
    },
  }
}

const CHOSEN: Code[] = [
  { value: '0', code: 0, number: 0, label: 'Not chosen' },
  { value: '1', code: 1, number: 1, label: 'Chosen' },
]

/** Name a variable as files do: the code of its question and, behind it, of the row, or of the option whose words it has. */
function nameOfVariable({ code, part, option }: Variable): string {
  const own = option === undefined ? code : `${code}_${option}_text`
  return part === '' || part === OTHER ? own : part === CODED ? `${own}_coded` : `${code}_${part}`
}

const toCode = ({ value, code, number, label, isMissing }: Variable['labels'][number]): Code => ({
  ...{ value, code, number, label },
  ...(isMissing && { isMissing }),
})

const SCALES: ReadonlySet<Column['type']> = new Set(['number', 'date', 'time', 'date-time'])

/** The columns of a variable, and before them the wording that was read. */
function describeAnswers(variable: Variable, shape: Pick<Shape, 'bytes'>): Column[] {
  const columns = describeVariable(variable, shape)
  const { id, code, type, question, variants } = variable
  if (!variants || type === CODED) return columns
  const variant: Column = {
    ...plain,
    name: `${code}_variant`,
    question: `Wording: ${question}`,
    type: 'multiple-choice',
    measure: 'nominal',
    codes: variants.map(toCode),
    read: (row) => row.variants[id] ?? null,
  }
  return [variant, ...columns]
}

/** One column, or one for each of several choices. */
function describeVariable(variable: Variable, { bytes }: Pick<Shape, 'bytes'>): Column[] {
  const { id, question, row, type, labels, isMultiple, isNumeric, range } = variable
  const name = nameOfVariable(variable)
  if (isMultiple) {
    return labels.map(({ value, label, place, versions }) => ({
      ...plain,
      place,
      type,
      name: `${name}_${value}`,
      question,
      item: label,
      codes: CHOSEN,
      measure: 'nominal',
      set: name,
      read: (given) => {
        const chosen = readChosen(variable, given)
        const isOffered = versions.size === 0 || versions.has(given.version)
        return chosen && isOffered ? String(Number(chosen.includes(value))) : null
      },
    }))
  }
  const isCoded = labels.length > 0 && (!isNumeric || type === 'number')
  return [
    {
      ...plain,
      type,
      name,
      question,
      item: row ?? null,
      codes: isCoded ? labels.map(toCode) : [],
      measure: SCALES.has(type) ? 'scale' : isNumeric ? 'ordinal' : 'nominal',
      decimals: range?.decimals ?? 0,
      range: range ?? plain.range,
      steps:
        isNumeric && type !== 'number'
          ? labels.map((step) => ({ value: Number(step.value), place: step.place }))
          : [],
      bytes: type === 'text' ? (bytes.get(id) ?? 0) : 0,
      read: (given) => readValue(variable, given),
    },
  ]
}
