import { Buffer } from 'node:buffer'
import { type Problem, problem } from '@chuma/contract/problems'
import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import {
  MAX_QUESTIONS,
  type Questionnaire,
  questionnaire,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import {
  EXCLUSIVE_KINDS,
  MISSING_KINDS,
  type Question,
  question,
} from '@chuma/contract/surveys/questionnaire/questions'
import type { Words } from '@chuma/contract/surveys/questionnaire/words'
import type { ReadXlsformInput } from '@chuma/contract/surveys/questionnaire/xlsform'
import { createPause } from '../../../in-turns.ts'
import { isTruthy, readOperation } from '../evaluate-logic.ts'
import {
  absorbConstraint,
  BUILDERS,
  type BuiltOption,
  type Fields,
  OTHER,
  readKind,
  readParameters,
} from './build-question.ts'
import {
  aboutSelf,
  type Expression,
  ExpressionRefused,
  listNames,
  parseExpression,
  type Scope,
  type Target,
  toLogic,
  tryLogic,
} from './expression.ts'
import { fitLimits, joinRules, onlyGiven, type Section } from './fit-limits.ts'
import { type At, type Form, type FormRow, type Remark, readForm } from './form.ts'
import { type Draft, Names, type Outline, outlineForm, type Part, parseOrNull, SURVEY } from './outline.ts'

/** Of `words` in the contract. */
const MAX_LABEL = 500
const MAX_NOTE = 4000
const MAX_OPTION = 200
const MAX_COLUMN = 100
const MAX_OPTIONS = 500

/** What members read where a constraint of the form has no message. */
const OUR_MESSAGE: Words = { en: 'Check this answer', sw: 'Angalia jibu hili' }

type Read = { questionnaire: Questionnaire | null; remarks: Remark[] }

/**
 * Read an XLSForm as a questionnaire, with a remark about everything that is not taken over as it is. Saves nothing. Other requests are answered
 * meanwhile.
 * @throws AppError INVALID_INPUT for a file that is no workbook, is too large, or has no survey
 */
export async function readXlsform({ xlsx }: ReadXlsformInput): Promise<Read> {
  const form = await readForm(Buffer.from(xlsx, 'base64'))
  const outline = outlineForm(form)
  const reader = createReader(form, outline)
  const sections = await buildSections(reader)
  nameUnusedColumns(reader)
  const { languages, remarks, tell } = form
  const fitting = fitLimits(sections, tell)
  if (fitting.length === 0) tell('error', problem('XLSFORM_NOTHING_LEFT'))
  const kept = fitting.length > 0 ? questionnaire.parse({ languages, sections: fitting }) : null
  return { questionnaire: kept, remarks: listOnce(remarks) }
}

/** Questions after the last that fits are left out. */
async function buildSections(reader: Reader): Promise<Section[]> {
  const { form, outline } = reader
  const pause = createPause()
  const sections: Section[] = []
  for (const part of outline.parts) {
    const frame = buildFrame(reader, part)
    const questions: Question[] = []
    for (const draft of part.drafts) {
      await pause()
      if (reader.nextId > MAX_QUESTIONS) {
        const found = problem('XLSFORM_QUESTIONS_MANY', { max: MAX_QUESTIONS })
        form.tell('left-out', found, { row: draft.row, column: 'name' })
        return questions.length > 0 ? [...sections, { ...frame, questions }] : sections
      }
      const built = buildQuestion(reader, draft)
      if (built) questions.push(built)
    }
    if (questions.length > 0) sections.push({ ...frame, questions })
  }
  return sections
}

type List = { name: string; code: string; words: Words; row: FormRow }[]
type Reader = {
  form: Form
  outline: Outline
  lists: ReadonlyMap<string, List>
  /** What each name of the form stands for, and how many questions come before it. */
  targets: ReadonlyMap<string, Target & { place: number }>
  /** The names that the conditions of a name read. */
  reads: ReadonlyMap<string, string[]>
  /** Names of questions that were refused when they were built. */
  refused: Set<string>
  /** The question that is built. */
  place: number
  usedColumns: Set<string>
  nextId: number
}

const listOnce = (remarks: readonly Remark[]) => [
  ...new Map(remarks.map((each) => [JSON.stringify(each), each])).values(),
]

function createReader(form: Form, outline: Outline): Reader {
  const lists = readLists(form)
  const targets = new Map<string, Target & { place: number }>()
  const reads = new Map<string, string[]>()
  const drafts = outline.parts.flatMap(({ drafts: own, groups }) => own.map((draft) => ({ draft, groups })))
  for (const [place, { draft, groups }] of drafts.entries()) {
    const inner = draft.rows.map((row) => ({ draft: row, path: `${draft.code}.${row.code}` }))
    const named = draft.type === 'grid' ? inner : [{ draft, path: draft.code }]
    for (const { draft: each, path } of named) {
      if (!targets.has(each.name)) targets.set(each.name, { ...describe(draft, lists), path, place })
      const rules = [...groups, draft.row, each.row].map((row) => row.cell('relevant'))
      const names = [...rules, each.row.cell('calculation')].flatMap((rule) => {
        const parsed = parseOrNull(rule)
        return parsed ? listNames(parsed) : []
      })
      reads.set(each.name, names)
    }
  }
  return {
    form,
    outline,
    lists,
    targets,
    reads,
    refused: new Set(),
    place: 0,
    usedColumns: new Set(),
    nextId: 1,
  }
}

/** What conditions read of a question. */
function describe({ type, list, other }: Draft, lists: Reader['lists']): Omit<Target, 'path'> {
  const codes = new Map(lists.get(list)?.map(({ name, code }) => [name, code]))
  if (type === 'acknowledge') return { kind: 'one', codes: new Map([['OK', 'yes']]) }
  if (type === 'select_multiple' || type === 'rank') return { kind: 'list', codes }
  if (type === 'select_one' && other) return { kind: 'list', isSingle: true, codes }
  return type === 'select_one' || type === 'grid' ? { kind: 'one', codes } : { kind: 'value' }
}

function readLists({ choices, tell }: Form): Map<string, List> {
  const lists = new Map<string, List>()
  const naming = new Map<string, Names>()
  for (const row of choices) {
    const [list, name] = [row.cell('list_name'), row.cell('name')]
    if (list === '') continue
    const known = lists.get(list) ?? []
    lists.set(list, known)
    if (name === '') {
      tell('error', problem('XLSFORM_NAME_MISSING'), { row, column: 'name' })
      continue
    }
    if (known.some((each) => each.name === name)) {
      tell('error', problem('XLSFORM_CHOICE_REPEATED', { name, list }), { row, column: 'name' })
      continue
    }
    const names = naming.get(list) ?? new Names(/^[a-z0-9]/i)
    naming.set(list, names)
    const code = names.give(name)
    known.push({ name, code, row, words: row.text('label') ?? {} })
  }
  for (const [list, options] of lists) {
    const changed = options.filter(({ name, code }) => name !== code)
    const [first] = changed
    if (!first) continue
    const { name, code, row } = first
    tell('changed', problem('XLSFORM_CODES_CHANGED', { list, count: changed.length, name, code }), {
      row,
      column: 'name',
    })
  }
  return lists
}

/** A text in English and the other languages of the form; undefined without one. */
type Place = At & { row: FormRow; max: number }
function readWords({ form }: Reader, { row, column, max }: Place): Words | undefined {
  const texts = row.text(column)
  if (!texts) return undefined
  const at = { row, column }
  const [[language = '', first = ''] = []] = Object.entries(texts)
  if (texts.en === undefined && form.hasEnglish)
    form.tell('changed', problem('XLSFORM_TEXT_WITHOUT_ENGLISH', { language }), at)
  const spoken = Object.entries({ ...texts, en: texts.en ?? first }).filter(([code]) =>
    form.languages.includes(code),
  )
  if (spoken.some(([, text]) => text.length > max))
    form.tell('changed', problem('XLSFORM_TEXT_CUT', { max }), at)
  return Object.fromEntries(spoken.map(([code, text]) => [code, text.slice(0, max).toWellFormed()]))
}

/** The label of a row. Its name stands in for one that is missing. */
function readLabel(reader: Reader, place: Omit<Place, 'column'>): Words {
  const { form } = reader
  const at = { row: place.row, column: 'label' }
  const found = readWords(reader, { ...place, ...at })
  if (found) return place.row.sheet === SURVEY ? pipe(reader, found, at) : found
  const name = place.row.cell('name') || '…'
  form.tell('changed', problem('XLSFORM_LABEL_MISSING', { name }), at)
  return sayInAll(form, { en: name })
}

const sayInAll = ({ languages }: Form, words: Words): Words =>
  Object.fromEntries(languages.map((language) => [language, words[language] ?? words.en ?? '']))

/** Answers within a text: `${name}` becomes `{{code}}`. */
function pipe(reader: Reader, words: Words, at: At): Words {
  const say = (_: string, name: string) => {
    try {
      const { path } = resolve(reader, name)
      if (!path.includes('.')) return `{{${path}}}`
      tellRefused(reader, at, problem('XLSFORM_NAME_LEFT_OUT', { name }))
    } catch (error) {
      if (!(error instanceof ExpressionRefused)) throw error
      tellRefused(reader, at, error.problem)
    }
    return '…'
  }
  return Object.fromEntries(
    Object.entries(words).map(([language, text]) => [
      language,
      text.replaceAll(/\$\{\s*([^}\s]+)\s*\}/g, say),
    ]),
  )
}

/** @throws ExpressionRefused for a name that is unknown here, is left out, or comes later */
function resolve({ targets, outline, refused, place, reads }: Reader, name: string): Target {
  const target = targets.get(name)
  if (!target || refused.has(name)) {
    const isKnown = target !== undefined || outline.leftOut.has(name) || name.includes('#')
    throw new ExpressionRefused(problem(isKnown ? 'XLSFORM_NAME_LEFT_OUT' : 'XLSFORM_NAME_UNKNOWN', { name }))
  }
  if (target.place < place) return target
  const own = [...targets].filter(([, each]) => each.place === place).map(([each]) => each)
  throw new ExpressionRefused(
    problem(doesRead(reads, name, own) ? 'XLSFORM_LOOP' : 'XLSFORM_NAME_LATER', { name }),
  )
}

/** Whether the conditions of a name depend on one of these, through however many others. */
function doesRead(reads: Reader['reads'], name: string, sought: readonly string[]): boolean {
  const seen = new Set<string>()
  const open = [name]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (sought.includes(next)) return true
    if (!seen.has(next)) open.push(...(reads.get(next) ?? []))
    seen.add(next)
  }
  return false
}

const OWN_MISTAKES: ReadonlySet<string> = new Set([
  'XLSFORM_NAME_UNKNOWN',
  'XLSFORM_LOOP',
  'XLSFORM_EXPRESSION_UNREADABLE',
])

const tellRefused = ({ form }: Reader, at: At, found: Problem) =>
  form.tell(OWN_MISTAKES.has(found.code) ? 'error' : 'left-out', found, at)

type Cell = { row: FormRow; column: string; scope?: Partial<Scope> }

/** The rule in a cell; undefined if it is empty, or was refused with a remark. */
function readRule(
  reader: Reader,
  { row, column, scope }: Cell,
): { logic: Logic; expression: Expression } | undefined {
  const text = row.cell(column)
  if (text === '') return undefined
  return orTell(reader, { row, column }, () => {
    const expression = parseExpression(text)
    return { expression, logic: toLogic(expression, { resolve: (name) => resolve(reader, name), ...scope }) }
  })
}

function orTell<Value>(reader: Reader, at: At, read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ExpressionRefused)) throw error
    tellRefused(reader, at, error.problem)
    return undefined
  }
}

function buildFrame(reader: Reader, { code, group, groups }: Part): Omit<Section, 'questions'> {
  const showIf = joinRules(groups.map((row) => readRule(reader, { row, column: 'relevant' })?.logic))
  const title = group && readWords(reader, { row: group, column: 'label', max: MAX_OPTION })
  return {
    code,
    ...(title && group && { title: pipe(reader, title, { row: group, column: 'label' }) }),
    isScreening: false,
    ...(showIf !== undefined && { showIf }),
    endIf: [],
  }
}

function buildQuestion(reader: Reader, draft: Draft): Question | null {
  const { row, code } = draft
  const fields = draft.type === 'grid' ? buildGrid(reader, draft) : buildFields(reader, draft)
  const built = fields && {
    id: reader.nextId,
    code,
    ...buildTexts(reader, draft),
    required: readRequired(reader, draft),
    ...onlyGiven('showIf', readRule(reader, { row, column: 'relevant' })?.logic),
    endIf: [],
    ...fields,
  }
  reader.place += 1
  const parsed = built && question.safeParse(built)
  if (!parsed?.success) {
    const part = parsed?.error.issues[0]?.path.join('.') ?? 'type'
    // What was refused has been named already, unless the schema refused it.
    if (parsed) tellRefused(reader, { row, column: 'type' }, problem('XLSFORM_ROW_REFUSED', { part }))
    for (const { name } of [draft, ...draft.rows]) reader.refused.add(name)
    return null
  }
  reader.nextId += 1
  return parsed.data
}

function buildTexts(reader: Reader, { row, type }: Draft) {
  if (type === 'calculate' && !row.text('label'))
    return { words: sayInAll(reader.form, { en: row.cell('name') }) }
  const max = type === 'note' || type === 'acknowledge' ? MAX_NOTE : MAX_LABEL
  const hint = readWords(reader, { row, column: 'hint', max: MAX_LABEL })
  return {
    words: readLabel(reader, { row, max }),
    ...(hint && { hint: pipe(reader, hint, { row, column: 'hint' }) }),
  }
}

function readRequired(reader: Reader, { row, rows, type }: Draft): boolean {
  const cells = type === 'grid' && rows.length > 0 ? rows.map((each) => each.row) : [row]
  return cells.some((each) => {
    const text = each.cell('required').toLowerCase()
    if (['', 'no', 'false', 'false()', '0'].includes(text)) return false
    if (!['yes', 'true', 'true()', '1'].includes(text)) {
      reader.form.tell('changed', problem('XLSFORM_REQUIRED_RULE'), { row: each, column: 'required' })
    }
    return true
  })
}

function buildGrid(reader: Reader, { rows, list }: Draft): Fields {
  const columns = (reader.lists.get(list) ?? []).map(({ code, row }) => ({
    code,
    words: readLabel(reader, { row, max: MAX_COLUMN }),
    ...readKind(row, MISSING_KINDS),
  }))
  return {
    type: 'grid',
    columns,
    rows: rows.map(({ row, code }) => ({
      code,
      words: readLabel(reader, { row, max: MAX_OPTION }),
      ...onlyGiven('showIf', readRule(reader, { row, column: 'relevant' })?.logic),
    })),
  }
}

/** Null: it cannot be asked, which is said. */
function buildFields(reader: Reader, draft: Draft): Fields | null {
  const { row, type, list, other } = draft
  const options = list === '' ? [] : listOptions(reader, draft)
  if (!options) return null
  const calculate = type === 'calculate' ? readRule(reader, { row, column: 'calculation' }) : undefined
  const given = {
    options,
    isOther: other !== undefined,
    parameters: readParameters(row.cell('parameters')),
    looks: row.cell('appearance').toLowerCase().split(/\s+/),
    calculate: calculate ?? null,
  }
  const fields = BUILDERS[type]?.(given)
  if (!fields) {
    if (type !== 'calculate' || row.cell('calculation') === '')
      tellRefused(reader, { row, column: 'type' }, problem('XLSFORM_TYPE', { name: row.cell('type') }))
    return null
  }
  takeConstraint(reader, draft, fields)
  if (!fields.options) return fields
  const plain = fields.options.map(({ name, ...option }) => ({
    ...option,
    ...(isOwn(other, name) && { kind: 'other' }),
  }))
  return { ...fields, options: plain as Fields['options'] } as Fields
}

const isOwn = (other: Draft['other'], name: string) =>
  other !== undefined && name === (other === true ? '' : other.name)

function listOptions(reader: Reader, { row, list, other, type }: Draft): BuiltOption[] | null {
  const found = reader.lists.get(list)
  if (!found) {
    reader.form.tell('error', problem('XLSFORM_LIST_UNKNOWN', { name: list }), { row, column: 'type' })
    return null
  }
  if (found.length > MAX_OPTIONS)
    reader.form.tell('left-out', problem('XLSFORM_OPTIONS_MANY', { max: MAX_OPTIONS }), {
      row,
      column: 'type',
    })
  const options = found.slice(0, MAX_OPTIONS).flatMap((option): BuiltOption[] => {
    const showIf = filterOption(reader, row, option)
    if (showIf === false) return []
    const words = readLabel(reader, { row: option.row, max: MAX_OPTION })
    const kind = type === 'rank' ? {} : readKind(option.row, EXCLUSIVE_KINDS)
    return [{ name: option.name, code: option.code, words, ...kind, ...(showIf !== true && { showIf }) }]
  })
  if (other === true) {
    const code = new Set(options.map((each) => each.code)).has('other') ? 'other_words' : 'other'
    options.push({ name: '', code, words: sayInAll(reader.form, OTHER) })
  }
  if (options.length >= 2 || type === 'rank') return options
  reader.form.tell('left-out', problem('XLSFORM_OPTIONS_FEW'), { row, column: 'type' })
  return null
}

/** Whether an option is shown: always, never, or by a condition. */
function filterOption(reader: Reader, row: FormRow, { row: option }: List[number]): Logic {
  if (row.cell('choice_filter') === '') return true
  const columns = Object.fromEntries(
    ['name', 'list_name', ...reader.form.choiceColumns].map((column) => [column, option.cell(column)]),
  )
  const rule = readRule(reader, { row, column: 'choice_filter', scope: { columns } })
  if (!rule) return true
  for (const column of reader.form.choiceColumns) {
    if (row.cell('choice_filter').includes(column)) reader.usedColumns.add(column)
  }
  return readOperation(rule.logic) ? rule.logic : isTruthy(rule.logic)
}

/** What a constraint says goes into the question's own settings where there is one for it. */
function takeConstraint(
  reader: Reader,
  { row, name: own, code, type, list, other }: Draft,
  fields: Fields,
): void {
  const text = row.cell('constraint')
  const constraint =
    text === ''
      ? undefined
      : orTell(reader, { row, column: 'constraint' }, () => aboutSelf(parseExpression(text), own))
  if (!constraint) return
  const self: Target = {
    ...describe({ type, list, ...(other && { other }) } as Draft, reader.lists),
    path: code,
  }
  const scope: Scope = { self, resolve: (name) => resolve(reader, name) }
  const written = readWords(reader, { row, column: 'constraint_message', max: 300 })
  const message = written
    ? pipe(reader, written, { row, column: 'constraint_message' })
    : sayInAll(reader.form, OUR_MESSAGE)
  const translate = (part: Expression) =>
    orTell(reader, { row, column: 'constraint' }, () => toLogic(part, scope))
  const rest = absorbConstraint(constraint, { fields, message, toLogic: translate })
  // Its own message is kept with a rule that the settings hold already.
  const isAbsorbed = rest.length === 0
  if (isAbsorbed && (!written || fields.pattern !== undefined)) return
  const rule = isAbsorbed ? tryLogic(constraint, scope) : joinRules(rest.map(translate))
  if (rule !== undefined) fields.constraint = { if: rule, message }
  if (isAbsorbed ? rule === undefined : rule !== undefined && !written)
    reader.form.tell('changed', problem('XLSFORM_MESSAGE_OURS'), { row, column: 'constraint' })
}

function nameUnusedColumns({ form: { choices, choiceColumns, tell }, usedColumns }: Reader): void {
  const [row] = choices
  for (const column of new Set(choiceColumns)) {
    const count = choices.filter((each) => each.cell(column) !== '').length
    if (!row || usedColumns.has(column) || count === 0) continue
    tell('left-out', problem('XLSFORM_COLUMN_UNUSED', { name: row.head(column), count }), {
      row: { ...row, line: 1 },
      column,
    })
  }
}
