import { problem } from '@chuma/contract/problems'
import { type Expression, ExpressionRefused, parseExpression } from './expression.ts'
import type { Form, FormRow } from './form.ts'

/** A row that becomes a question. */
export type Draft = {
  row: FormRow
  /** As the form has it. */
  name: string
  code: string
  type: string
  list: string
  /** Of a choice: members may answer in their own words. `true`: by an option that the form does not list. */
  other?: true | { name: string }
  /** Of a grid: its rows, which choose from one list. */
  rows: Draft[]
}

/** What becomes a section: questions under the same groups. */
export type Part = {
  code: string
  /** Of the group, in the first of its parts. */
  group: FormRow | null
  /** The groups around its questions, with their conditions. */
  groups: FormRow[]
  drafts: Draft[]
}
export type Outline = {
  parts: Part[]
  /** Names of rows that cannot be taken: what reads them is left out too. */
  leftOut: Set<string>
}

export const SURVEY = 'survey'
const MAX_CODE = 32
const MAX_GRID_ROWS = 30
const MAX_GRID_COLUMNS = 10

/** Types that become questions. Another one is a line here, and one in `build-question.ts`. */
const TYPES: ReadonlySet<string> = new Set([
  ...['text', 'integer', 'decimal', 'range', 'date', 'time', 'date-time', 'note', 'acknowledge', 'calculate'],
  ...['select_one', 'select_multiple', 'rank'],
])
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  ...{
    string: 'text',
    int: 'integer',
    trigger: 'acknowledge',
    'phone number': 'text',
    datetime: 'date-time',
    'date time': 'date-time',
  },
  ...{ calculation: 'calculate', 'select all that apply': 'select_multiple' },
}
const SELECT =
  /^(?:add )?(?:(?<one>select[_ ]one|select1)|(?<multiple>select[_ ]multiple|select all that apply)|(?<rank>rank))(?: prompt using| from)? (?<list>\S+?)(?<other>,? (?:or_other|or specify other|or other))?$/i
const GROUP = /^(?<edge>begin|end)[ _]+(?<kind>group|repeat|loop|lgroup|looped group)\b/i

type Type = { type: string; list: string; isOther: boolean }

function readType(written: string): Type {
  const text = written.replaceAll(/\s+/g, ' ')
  const { one, multiple, rank, list = '', other } = SELECT.exec(text)?.groups ?? {}
  const select = one ? 'select_one' : multiple ? 'select_multiple' : rank ? 'rank' : null
  // Options that come from answers are no list of the form.
  if (select && !list.includes('$')) return { type: select, list, isOther: other !== undefined }
  const plain = text
    .toLowerCase()
    .replace(/^(?:q|add) /, '')
    .replace(/ prompt$/, '')
  return { type: TYPE_ALIASES[plain] ?? plain, list: '', isOther: false }
}

/** Give names to questions, sections, options and rows: letters, digits and `_`, each once. */
export class Names {
  private readonly taken = new Set<string>()
  private readonly firstLetter: RegExp
  constructor(firstLetter: RegExp) {
    this.firstLetter = firstLetter
  }
  give(name: string): string {
    const plain = name.replaceAll(/[^a-z0-9_]+/gi, '_').slice(0, MAX_CODE)
    const base = this.firstLetter.test(plain)
      ? plain
      : `o${plain.startsWith('_') ? '' : '_'}${plain}`.slice(0, MAX_CODE)
    let code = base
    for (let number = 2; this.taken.has(code.toLowerCase()); number += 1)
      code = `${base.slice(0, MAX_CODE - 1 - String(number).length)}_${number}`
    this.taken.add(code.toLowerCase())
    return code
  }
}

type Group = { row: FormRow; code: string; names: Set<string>; isUsed: boolean }
type Builder = Outline & {
  form: Form
  names: Names
  groups: Group[]
  rootNames: Set<string>
  /** In small letters. */
  questionNames: ReadonlySet<string>
  /** Names that some row reads. */
  read: ReadonlySet<string>
  /** Who the last part belongs to. */
  owner: Group | null | undefined
}

/** Sort the rows of a form into sections and questions, and name what has no place here. */
export function outlineForm(form: Form): Outline {
  const builder: Builder = {
    form,
    parts: [],
    leftOut: new Set(),
    names: new Names(/^[a-z]/i),
    groups: [],
    rootNames: new Set(),
    questionNames: listQuestionNames(form),
    read: listRead(form),
    owner: undefined,
  }
  const rows = form.survey.filter(
    (row) => row.cell('type') !== '' && !/^(?:yes|true)/i.test(row.cell('disabled')),
  )
  for (let place = 0; place < rows.length; ) place += takeRow(builder, rows, place)
  for (const { row } of builder.groups)
    builder.form.tell('error', problem('XLSFORM_GROUP_OPEN', { name: row.cell('name') }), {
      row,
      column: 'type',
    })
  return { parts: builder.parts, leftOut: builder.leftOut }
}

const listQuestionNames = ({ survey }: Form) =>
  new Set(survey.filter((row) => !GROUP.test(row.cell('type'))).map((row) => row.cell('name').toLowerCase()))

const listRead = ({ survey }: Form) =>
  new Set(
    survey.flatMap(({ all }) =>
      all.flatMap((cell) => Array.from(cell.matchAll(/\$\{\s*([^}\s]+)/g), ([, name = '']) => name)),
    ),
  )

/** Returns how many rows it took. */
function takeRow(builder: Builder, rows: readonly FormRow[], place: number): number {
  const row = rows[place]
  if (!row) return 1
  const { edge, kind } = GROUP.exec(row.cell('type'))?.groups ?? {}
  if (edge && kind)
    return takeEdge(builder, rows, { place, row, isEnd: /end/i.test(edge), isGroup: /^group$/i.test(kind) })
  const { type, list, isOther } = readType(row.cell('type'))
  if (!TYPES.has(type)) {
    builder.form.tell('left-out', problem('XLSFORM_TYPE', { name: row.cell('type') }), {
      row,
      column: 'type',
    })
    builder.leftOut.add(row.cell('name'))
    return 1
  }
  const matrix = type === 'select_one' && hasLook(row, 'label') ? listMatrix(rows, place, list) : []
  if (matrix.length > 0 && isGrid(builder, matrix)) {
    addDraft(builder, {
      ...name(builder, row),
      row,
      type: 'grid',
      list,
      rows: nameRows(builder, row.cell('name'), matrix),
    })
    return matrix.length + 1
  }
  const draft = { ...name(builder, row), row, type, list, rows: [] }
  const next = rows[place + 1]
  const words = isOther ? undefined : next && findOther(builder, draft, next)
  addDraft(builder, { ...draft, ...(isOther && { other: true as const }), ...(words && { other: words }) })
  return words ? 2 : 1
}

const hasLook = (row: FormRow, look: string) =>
  row.cell('appearance').toLowerCase().split(/\s+/).includes(look)

type Edge = { place: number; row: FormRow; isEnd: boolean; isGroup: boolean }

function takeEdge(builder: Builder, rows: readonly FormRow[], { place, row, isEnd, isGroup }: Edge): number {
  if (isEnd) {
    if (!builder.groups.pop())
      builder.form.tell('error', problem('XLSFORM_GROUP_NOT_OPEN'), { row, column: 'type' })
    return 1
  }
  const inside = listInside(rows, place)
  if (!isGroup) {
    builder.form.tell('left-out', problem('XLSFORM_REPEAT'), { row, column: 'type' })
    for (const each of [row, ...inside]) builder.leftOut.add(each.cell('name'))
    return inside.length + 2
  }
  if (hasLook(row, 'table-list') && isGrid(builder, inside)) {
    const { list } = readType(inside[0]?.cell('type') ?? '')
    addDraft(builder, {
      ...name(builder, row),
      row,
      type: 'grid',
      list,
      rows: nameRows(builder, row.cell('name'), inside),
    })
    return inside.length + 2
  }
  builder.groups.push({ row, code: nameSection(builder, row), names: new Set(), isUsed: false })
  builder.leftOut.add(row.cell('name'))
  return 1
}

/** The rows between a begin and its end; to the end of the form where it has none. */
function listInside(rows: readonly FormRow[], place: number): FormRow[] {
  let depth = 0
  for (let end = place; end < rows.length; end += 1) {
    const edge = GROUP.exec(rows[end]?.cell('type') ?? '')?.groups?.edge?.toLowerCase()
    if (edge === 'begin') depth += 1
    if (edge === 'end') depth -= 1
    if (depth === 0) return rows.slice(place + 1, end)
  }
  return rows.slice(place + 1)
}

/** The rows of a matrix: behind one that shows the options come those that do not. */
function listMatrix(rows: readonly FormRow[], place: number, list: string): FormRow[] {
  const rest = rows.slice(place + 1)
  const end = rest.findIndex(
    (row) => readType(row.cell('type')).list !== list || !hasLook(row, 'list-nolabel'),
  )
  return end === -1 ? rest : rest.slice(0, end)
}

function isGrid({ form }: Builder, rows: readonly FormRow[]): boolean {
  const types = rows.map((row) => readType(row.cell('type')))
  const list = types[0]?.list ?? ''
  const columns = form.choices.filter((row) => row.cell('list_name') === list).length
  return (
    rows.length > 0 &&
    rows.length <= MAX_GRID_ROWS &&
    columns >= 2 &&
    columns <= MAX_GRID_COLUMNS &&
    types.every((each) => each.type === 'select_one' && each.list === list && !each.isOther) &&
    rows.every((row) => row.cell('choice_filter') === '' && row.cell('constraint') === '')
  )
}

/** Rows are named within their grid. Where their names repeat its name, that is taken off. */
function nameRows(builder: Builder, grid: string, rows: readonly FormRow[]): Draft[] {
  const prefix = `${grid}_`
  const isPrefixed = rows.every((row) => row.cell('name').startsWith(prefix) && row.cell('name') !== prefix)
  const names = new Names(/^[a-z0-9]/i)
  return rows.map((row) => {
    const full = row.cell('name')
    const short = isPrefixed ? full.slice(prefix.length) : full
    const code = names.give(short)
    if (code !== short)
      builder.form.tell('changed', problem('XLSFORM_NAME_CHANGED', { name: full, code }), {
        row,
        column: 'name',
      })
    return { row, name: full, code, type: 'row', list: '', rows: [] }
  })
}

/** Questions keep their names: results and conditions have them. A group that shares its name with one gives way. */
function nameSection({ form, names, questionNames }: Builder, row: FormRow): string {
  const written = row.cell('name') || 'part'
  if (row.cell('name') === '') form.tell('error', problem('XLSFORM_NAME_MISSING'), { row, column: 'name' })
  return names.give(questionNames.has(written.toLowerCase()) ? `${written}_section` : written)
}

/** Name a question. A name counts once within its group, and here once within the whole. */
function name(builder: Builder, row: FormRow): { name: string; code: string } {
  const written = row.cell('name')
  const own = builder.groups.at(-1)?.names ?? builder.rootNames
  const isNote = readType(row.cell('type')).type === 'note'
  if (written === '' && !isNote)
    builder.form.tell('error', problem('XLSFORM_NAME_MISSING'), { row, column: 'name' })
  const code = builder.names.give(written === '' ? `row${row.line}` : written)
  if (own.has(written))
    builder.form.tell('error', problem('XLSFORM_NAME_REPEATED', { name: written, code }), {
      row,
      column: 'name',
    })
  else if (written !== '' && code !== written)
    builder.form.tell('changed', problem('XLSFORM_NAME_CHANGED', { name: written, code }), {
      row,
      column: 'name',
    })
  if (written !== '') own.add(written)
  return { name: written, code }
}

function addDraft(builder: Builder, draft: Draft): void {
  const group = builder.groups.at(-1) ?? null
  if (group !== builder.owner || builder.parts.length === 0) {
    const isFirst = group !== null && !group.isUsed
    builder.owner = group
    builder.parts.push({
      code: isFirst ? group.code : builder.names.give(group ? group.code : 'part1'),
      group: isFirst ? group.row : null,
      groups: builder.groups.map(({ row }) => row),
      drafts: [],
    })
    if (group) group.isUsed = true
  }
  builder.parts.at(-1)?.drafts.push(draft)
}

const OTHER_NAME = /^_?(?:other|others|oth|specify|other_specify|autre)$/i

/**
 * Find the question that asks for the words of "other": the next row, a text that is named after the choice, and asked of those who chose one
 * option. Here the option itself asks for them. Where something reads those words it stays a question.
 */
function findOther(
  builder: Builder,
  { name: asked, type, list }: Draft,
  next: FormRow,
): { name: string } | undefined {
  const own = next.cell('name')
  if (type !== 'select_one' && type !== 'select_multiple') return undefined
  if (readType(next.cell('type')).type !== 'text' || !own.startsWith(asked) || builder.read.has(own))
    return undefined
  if (!OTHER_NAME.test(own.slice(asked.length)) || next.cell('constraint') !== '') return undefined
  const chosen = readChosen(next.cell('relevant'), asked)
  const isListed = builder.form.choices.some(
    (row) => row.cell('list_name') === list && row.cell('name') === chosen,
  )
  if (chosen === null || !isListed) return undefined
  builder.form.tell('changed', problem('XLSFORM_OTHER_MERGED', { name: asked }), {
    row: next,
    column: 'name',
  })
  builder.leftOut.add(own)
  return { name: chosen }
}

/** The option of `selected(${asked}, 'option')` and `${asked} = 'option'`. */
function readChosen(relevant: string, asked: string): string | null {
  const expression = parseOrNull(relevant)
  const [left, right] =
    expression?.kind === 'operation' && expression.operator === '='
      ? [expression.left, expression.right]
      : expression?.kind === 'call' && expression.name === 'selected'
        ? expression.values
        : []
  if (left?.kind !== 'reference' || left.name !== asked) return null
  return right?.kind === 'text' || right?.kind === 'number' ? String(right.value) : null
}

/** Null for what is refused where it is needed. */
export function parseOrNull(text: string): Expression | null {
  try {
    return text === '' ? null : parseExpression(text)
  } catch (error) {
    if (error instanceof ExpressionRefused) return null
    throw error
  }
}
