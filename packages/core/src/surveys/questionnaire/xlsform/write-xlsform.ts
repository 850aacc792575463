import { type Problem, problem } from '@chuma/contract/problems'
import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import { listQuestions } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { type Choice, isExclusive, type Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { Words } from '@chuma/contract/surveys/questionnaire/words'
import type { WriteXlsformInput } from '@chuma/contract/surveys/questionnaire/xlsform'
import { createPause } from '../../../in-turns.ts'
import { openWorkbook, STYLE, toText, writeRow } from '../../results/files/workbook.ts'
import { readOperation } from '../evaluate-logic.ts'
import { MAX_DECIMALS, MAX_NUMBER, OTHER, YES_NO } from './build-question.ts'
import { countOf } from './expression.ts'
import { joinRules } from './fit-limits.ts'
import { KIND, nameOfLanguage, type Remark } from './form.ts'
import { type Naming, nameRow, RuleUnsaid, writeRule } from './write-expression.ts'

/** A row by column. Texts have one for each language: `label::English (en)`. */
type Row = Record<string, string>
type Writer = Naming & {
  languages: readonly string[]
  survey: Row[]
  choices: Row[]
  /** The name of each list by what it holds: equal lists are written once. */
  lists: Map<string, string>
  remarks: Remark[]
}

/** `xlsx`: a workbook in base64. */
type Written = { xlsx: string; remarks: Remark[] }

/** Write a questionnaire as an XLSForm, by the rules of pyxform. The remarks say what such a form cannot hold. Other requests are answered meanwhile. */
export async function writeXlsform({ questionnaire }: WriteXlsformInput): Promise<Written> {
  const { languages, sections, contradictions = [], order } = questionnaire
  const questions = new Map(listQuestions(questionnaire).map((each) => [each.code, each]))
  const writer: Writer = { languages, questions, survey: [], choices: [], lists: new Map(), remarks: [] }
  const pause = createPause()
  for (const { code, title, showIf, questions: own, ...rest } of sections) {
    const begin = {
      type: 'begin group',
      name: code,
      ...(title && sayWords(writer, 'label', title)),
      ...writeShowIf(writer, showIf),
    }
    tellUnsaid(writer, rest)
    writer.survey.push(begin)
    for (const question of own) {
      await pause()
      addQuestion(writer, question)
    }
    writer.survey.push({ type: 'end group' })
  }
  tellUnsaid(writer, { contradictions, order })
  const settings = [
    { form_title: 'Questionnaire', form_id: 'questionnaire', default_language: headLanguage('en') },
  ]
  const file = await writeSheets({ survey: writer.survey, choices: writer.choices, settings })
  return { xlsx: file.toString('base64'), remarks: writer.remarks }
}

/** About the row that is written next. */
function tell({ remarks, survey }: Writer, found: Problem): void {
  remarks.push({ level: 'left-out', sheet: 'survey', row: survey.length + 2, column: null, problem: found })
}

const unsaid = (part: string) => problem('XLSFORM_PART_UNSAID', { part })

/** Name the settings that are not empty. */
function tellUnsaid(writer: Writer, settings: object): void {
  for (const [part, value] of Object.entries(settings)) {
    const isEmpty =
      value === undefined ||
      value === false ||
      value === 'fixed' ||
      (Array.isArray(value) && value.length === 0)
    if (!isEmpty) tell(writer, unsaid(part))
  }
}

const headLanguage = (code: string) => `${nameOfLanguage(code)} (${code})`

/** A text in its columns, with answers as `${name}`. */
function sayWords(writer: Writer, column: string, words: Words): Row {
  const say = (_: string, code: string) => {
    if (writer.questions.has(code)) return `\${${code}}`
    tell(writer, unsaid('pipe'))
    return '…'
  }
  return Object.fromEntries(
    writer.languages.flatMap((language) => {
      const text = words[language]
      return text === undefined
        ? []
        : [[`${column}::${headLanguage(language)}`, text.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, say)]]
    }),
  )
}

const writeShowIf = (writer: Writer, showIf: Logic | undefined): Row =>
  showIf === undefined ? {} : say('relevant', writeOrTell(writer, { rule: showIf, part: 'showIf' }))

const say = (column: string, text: string | undefined): Row => (text ? { [column]: text } : {})

type Rule = { rule: Logic; part: string; self?: string }
function writeOrTell(writer: Writer, { rule, part, self }: Rule): string | undefined {
  try {
    return writeRule(rule, { questions: writer.questions, ...(self !== undefined && { self }) })
  } catch (error) {
    if (!(error instanceof RuleUnsaid)) throw error
    tell(writer, unsaid(part))
    return undefined
  }
}

/** The settings of each type that a form holds, beyond those that every question has. */
const SAID: Readonly<Record<Question['type'], readonly string[]>> = {
  text: ['most', 'pattern'],
  number: ['min', 'max', 'decimals'],
  rating: [],
  scale: ['from', 'to'],
  'yes-no': [],
  'multiple-choice': ['options', 'order', 'search'],
  choices: ['options', 'order', 'search', 'least', 'most'],
  ranking: ['options', 'order'],
  grid: ['rows', 'columns'],
  note: ['consent'],
  date: ['min', 'max'],
  time: ['min', 'max'],
  'date-time': ['min', 'max'],
  calculation: ['calculate', 'value'],
}

function addQuestion(writer: Writer, question: Question): void {
  const { id: _, code, type, words, hint, required, showIf, constraint, ...settings } = question
  const own = Object.entries(settings).filter(([part]) => !SAID[type].includes(part))
  tellUnsaid(writer, Object.fromEntries(own))
  const frame = {
    name: code,
    ...sayWords(writer, 'label', words),
    ...(hint && sayWords(writer, 'hint', hint)),
  }
  const row = {
    ...frame,
    ...say('required', required && type !== 'calculation' ? 'yes' : ''),
    ...writeShowIf(writer, showIf),
  }
  if (question.type === 'grid') {
    addGrid(writer, question, row)
    return
  }
  writer.survey.push({ ...row, ...writeConstraint(writer, question), ...writeType(writer, question) })
  const other = 'options' in question && question.options.find(({ kind }: Choice) => kind === 'other')
  if (!other || isOrOther(writer, question)) return
  const asked = {
    type: 'text',
    name: nameRow(code, 'other'),
    ...sayWords(writer, 'label', other.words),
    required: 'yes',
  }
  writer.survey.push({ ...asked, relevant: `selected(\${${code}}, '${other.code}')` })
}

function addGrid(
  writer: Writer,
  question: Extract<Question, { type: 'grid' }>,
  { required = '', ...row }: Row,
): void {
  const { code, rows, columns, rowsFrom } = question
  if (rowsFrom !== undefined) return
  const list = addList(writer, code, columns)
  writer.survey.push({ ...row, type: 'begin group', appearance: 'table-list' })
  for (const each of rows) {
    const label = sayWords(writer, 'label', each.words)
    const relevant = writeShowIf(writer, each.showIf)
    writer.survey.push({
      type: `select_one ${list}`,
      name: nameRow(code, each.code),
      ...label,
      ...say('required', required),
      ...relevant,
    })
  }
  writer.survey.push({ type: 'end group' })
}

function writeType(writer: Writer, question: Question): Row {
  switch (question.type) {
    case 'number':
      if (question.decimals > 0 && question.decimals < MAX_DECIMALS) tell(writer, unsaid('decimals'))
      return { type: question.decimals === 0 ? 'integer' : 'decimal' }
    case 'rating':
      return { type: 'range', parameters: 'start=1 end=5 step=1', appearance: 'rating' }
    case 'scale':
      return { type: 'range', parameters: `start=${question.from} end=${question.to} step=1` }
    case 'yes-no':
      return { type: `select_one ${addList(writer, 'yes_no', YES_NO)}` }
    case 'note':
      return { type: question.consent ? 'acknowledge' : 'note' }
    case 'date-time':
      return { type: 'dateTime' }
    case 'calculation':
      return {
        type: 'calculate',
        ...say('calculation', writeOrTell(writer, { rule: question.calculate, part: 'calculate' })),
      }
    case 'multiple-choice':
    case 'choices':
    case 'ranking':
      return writeSelect(writer, question)
    default:
      return { type: question.type }
  }
}

type Select = Extract<Question, { options: unknown }>

/** "Other" is a form's own where it reads as forms have it, and comes last. Otherwise a question asks for the words. */
function isOrOther({ languages }: Writer, question: Question): boolean {
  if (!('options' in question)) return false
  const options: Choice[] = question.options
  const last = options.at(-1)
  const saysOther = languages.every((language) => last?.words[language] === (OTHER[language] ?? OTHER.en))
  return (
    last?.kind === 'other' &&
    last.code === 'other' &&
    saysOther &&
    options.every(({ showIf }) => showIf === undefined)
  )
}

function writeSelect(writer: Writer, question: Select): Row {
  const { code, type, order } = question
  const options: Choice[] = question.options
  const isOther = isOrOther(writer, question)
  const cascade = readCascade(options)
  const listed = options.map((each) => ({ ...each, above: cascade?.values.get(each.code) }))
  const list = addList(writer, code, isOther ? listed.slice(0, -1) : listed)
  const isSingle = type === 'multiple-choice' || isOneWithOther(question)
  const select = type === 'ranking' ? 'rank' : isSingle ? 'select_one' : 'select_multiple'
  for (const { fixed } of options) tellUnsaid(writer, { fixed })
  return {
    type: `${select} ${list}${isOther ? ' or_other' : ''}`,
    ...say('choice_filter', writeFilter(writer, options, cascade)),
    ...say('parameters', order === 'random' ? 'randomize=true' : ''),
    ...say('appearance', 'search' in question && question.search ? 'autocomplete' : ''),
  }
}

type Cascade = { rule: Logic; isWhole: boolean; values: ReadonlyMap<string, string> }

/** Options that each wait for one answer to the same question, as townships do for their county. Null: they wait for different things. */
function readCascade(options: readonly Choice[]): Cascade | null {
  const waits = options.flatMap(({ code, showIf }) =>
    showIf === undefined ? [] : [{ code, read: readOperation(showIf) }],
  )
  const [rule = null] = waits[0]?.read?.values ?? []
  const shared = JSON.stringify(rule)
  const values = new Map<string, string>()
  for (const { code, read } of waits) {
    const [own = null, value] = read?.values ?? []
    if (read?.operation !== '==' || JSON.stringify(own) !== shared || typeof value !== 'string') return null
    values.set(code, value)
  }
  return values.size > 0 ? { rule, isWhole: values.size === options.length, values } : null
}

/** A cascade has a column of its own; other conditions are joined, each for the option of its name. */
function writeFilter(writer: Writer, options: readonly Choice[], cascade: Cascade | null): string {
  if (cascade) {
    const rule = writeOrTell(writer, { rule: cascade.rule, part: 'showIf' })
    if (rule === undefined) return ''
    return cascade.isWhole ? `${ABOVE} = ${rule}` : `${ABOVE} = '' or ${ABOVE} = ${rule}`
  }
  const filters = options.flatMap(({ code, showIf }) => {
    const rule = showIf === undefined ? undefined : writeOrTell(writer, { rule: showIf, part: 'showIf' })
    return rule === undefined ? [] : [`(name != '${code}' or (${rule}))`]
  })
  return filters.join(' and ')
}
const ABOVE = 'show_if'

const isOneWithOther = (question: Question) =>
  question.type === 'choices' && question.most === 1 && question.options.some(({ kind }) => kind === 'other')

function addList(
  { lists, choices, ...writer }: Writer,
  name: string,
  options: readonly { code: string; words: Words; kind?: string | undefined; above?: string | undefined }[],
): string {
  const rows = options.map(({ code, words, kind, above }) => ({
    name: code,
    ...sayWords({ lists, choices, ...writer }, 'label', words),
    ...say(KIND, kind === 'other' ? '' : kind),
    ...say(ABOVE, above),
  }))
  const key = JSON.stringify(rows)
  const known = lists.get(key)
  if (known !== undefined) return known
  lists.set(key, name)
  choices.push(...rows.map((row) => ({ list_name: name, ...row })))
  return name
}

function writeConstraint(writer: Writer, question: Question): Row {
  const { code, constraint } = question
  const pattern = question.type === 'text' ? question.pattern : undefined
  const rules = [...listOwnRules(question), ...listConjuncts(constraint?.if)]
  // A rule that the settings hold already is written once.
  const once = [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()]
  const rule = joinRules(once)
  const written =
    rule === undefined ? undefined : writeOrTell(writer, { rule, part: 'constraint', self: code })
  const isLoose = once.length === 1 && readOperation(once[0] ?? null)?.operation === 'or'
  const parts = [...listTextRules(writer, question), ...(written ? [isLoose ? `(${written})` : written] : [])]
  if (pattern && constraint) tell(writer, unsaid('message'))
  const message = pattern?.message ?? constraint?.message
  return {
    ...say('constraint', parts.join(' and ')),
    ...(message && sayWords(writer, 'constraint_message', message)),
  }
}

function listConjuncts(rule: Logic | undefined): Logic[] {
  if (rule === undefined) return []
  const read = readOperation(rule)
  return read?.operation === 'and' ? read.values : [rule]
}

/** What json-logic has no word for. */
function listTextRules(writer: Writer, question: Question): string[] {
  if (question.type !== 'text') return []
  const { most, pattern: { expression } = { expression: '' } } = question
  const quote = expression.includes("'") ? '"' : "'"
  const isSaid = expression !== '' && !expression.includes(quote)
  if (expression !== '' && !isSaid) tell(writer, unsaid('pattern'))
  return [
    ...(most === 2000 ? [] : [`string-length(.) <= ${most}`]),
    ...(isSaid ? [`regex(., ${quote}^${expression}$${quote})`] : []),
  ]
}

/** What the settings of a type ask of an answer. */
function listOwnRules(question: Question): Logic[] {
  const own = { var: question.code }
  if (question.type === 'choices') {
    const { least, most, options } = question
    const count = countOf({ kind: 'list', path: question.code })
    return [
      ...options
        .filter(isExclusive)
        .map(({ code }) => ({ '!': [{ and: [{ in: [code, own] }, { '>': [count, 1] }] }] })),
      ...(least === undefined ? [] : [{ '>=': [count, least] }]),
      ...(most === undefined || isOneWithOther(question) ? [] : [{ '<=': [count, most] }]),
    ]
  }
  if (question.type === 'scale' || question.type === 'rating' || !('min' in question || 'max' in question))
    return []
  const isSet = (bound: unknown) => bound !== undefined && Math.abs(Number(bound)) !== MAX_NUMBER
  const { min = null, max = null } = question
  return [
    ...(isSet(question.min) ? [{ '>=': [own, min] }] : []),
    ...(isSet(question.max) ? [{ '<=': [own, max] }] : []),
  ]
}

/** The columns in the order in which people write forms. */
const COLUMNS = [
  ...[
    'type',
    'list_name',
    'name',
    'label',
    'hint',
    'required',
    'relevant',
    'constraint',
    'constraint_message',
  ],
  ...['appearance', 'choice_filter', 'parameters', 'calculation', KIND, ABOVE],
]

async function writeSheets(sheets: Readonly<Record<string, readonly Row[]>>): Promise<Buffer> {
  const pause = createPause()
  const book = openWorkbook(Object.keys(sheets))
  for (const [name, rows] of Object.entries(sheets)) {
    const base = (head: string) => COLUMNS.indexOf(head.split('::')[0] ?? head)
    const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted(
      (left, right) => base(left) - base(right),
    )
    const sheet = book.openSheet(name, { freezes: 'head' })
    sheet.push(
      writeRow(
        1,
        (heads.length > 0 ? heads : ['list_name', 'name', 'label']).map((head) => toText(head, STYLE.head)),
      ),
    )
    for (const [at, row] of rows.entries()) {
      await pause()
      const cells = heads.map((head) => (row[head] ? toText(row[head]) : null))
      sheet.push(writeRow(at + 2, cells))
    }
    sheet.end()
  }
  book.end()
  return book.take()
}
