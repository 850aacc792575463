import type { ExportResultsInput, OpenAnswer, OpenAnswersInput } from '@chuma/contract/surveys/results'
import { toCsv, toCsvRows } from '@chuma/contract/to-csv'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  countRespondents,
  type RespondentRow,
  type Respondents,
  streamRespondents,
} from '@chuma/db/queries/surveys/respondents'
import { insertDelivery } from '@chuma/db/queries/surveys/survey-attempts'
import { listOpenAnswers } from '@chuma/db/queries/surveys/survey-results'
import { AppError } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { inTurns } from '../../in-turns.ts'
import {
  type Cell,
  type Column,
  coarsen,
  listColumns,
  listPeriods,
  nameOfPeriod,
  type Period,
  type ReadSurvey,
  readSurvey,
  requireVariable,
  toRespondents,
  widen,
} from './read-survey.ts'
import { readTripleSField } from './triple-s/triple-s.ts'

/** The maximum of one file. Anyone who needs more exports by days. */
const MAX_ROWS = 100_000
/** Each holds a connection of ten as long as its reader takes. */
const MAX_AT_ONCE = 3

type Open = { count: number }
const openExports = new WeakMap<Deps['db'], Open>()

/**
 * Export answers, a row for each person under a pseudonym, as they are read: a reader who is slow slows the database cursor, and one who
 * leaves closes it. Before the first row the audit log has it, and so has the list of deliveries that members see.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE, BUSY; INVALID_INPUT that names the field
 */
export async function exportResults(
  { db, product }: Pick<Deps, 'db' | 'product'>,
  { name: actor, address }: StaffActor,
  { format, cells, ...filter }: ExportResultsInput,
): Promise<AsyncIterable<string>> {
  const open = openExports.get(db) ?? { count: 0 }
  openExports.set(db, open)
  if (open.count >= MAX_AT_ONCE) throw new AppError('BUSY')
  const survey = await readSurvey(db, filter)
  const asked = await widen(db, toRespondents(survey, filter))
  const periods = await listPeriods(db, asked)
  const { name: recipient } = await product()
  await db.transaction().execute(async (trx) => {
    const people = Math.min(MAX_ROWS, await countRespondents(trx, asked))
    await insertDelivery(trx, { asked, recipient, format, people, deliveredBy: actor })
    const { id, ...conditions } = filter
    await insertAuditEntry(trx, {
      actor,
      address,
      action: 'results.exported',
      subject: `survey:${id}`,
      after: { rows: people, format, ...conditions },
    })
  })
  return readOut({ db, open, asked, periods }, writeRows(survey, { format, cells }))
}

type Reading = { db: Deps['db']; open: Open; asked: Respondents; periods: readonly Period[] }

async function* readOut(
  { db, open, asked, periods }: Reading,
  { begin, write, end, atOnce }: RowWriter,
): AsyncGenerator<string> {
  open.count += 1
  try {
    yield begin
    let isFirst = true
    for await (const rows of streamRespondents(db, asked, MAX_ROWS)) {
      for await (const some of inTurns(rows, atOnce)) {
        yield write(
          some.map((row) => coarsen(periods, row)),
          isFirst,
        )
        isFirst = false
      }
    }
    yield end
  } finally {
    open.count -= 1
  }
}

/** Writes a file piece by piece. */
type RowWriter = {
  begin: string
  write: (rows: readonly RespondentRow[], isFirst: boolean) => string
  end: string
  /** How many rows are written in one go: other requests wait while these are written. */
  atOnce: number
}

const CELLS_AT_ONCE = 20_000

type Chosen = Pick<ExportResultsInput, 'format' | 'cells'>

/** Choose how the rows of a file are written. */
export function writeRows(
  { variables }: Pick<ReadSurvey, 'variables'>,
  { format, cells }: Chosen,
): RowWriter {
  const columns = variables.flatMap(listColumns)
  const cellOf = (column: Column, row: RespondentRow) =>
    cells === 'words' ? inWords(column, column.read(row)) : column.read(row)
  if (format === 'json') return writeJson(columns, cellOf)
  const fields =
    format === 'triple-s'
      ? variables.map((variable) => (row: RespondentRow) => readTripleSField(variable, row))
      : columns.map((column) => (row: RespondentRow) => cellOf(column, row))
  const names =
    format === 'triple-s' ? variables.map((_, at) => `v${at + 4}`) : columns.map(({ name }) => name)
  return {
    begin: toCsv(['respondent', 'day', 'seconds', ...names], []),
    write: (rows) =>
      toCsvRows(
        rows.map((row) => [
          row.respondent,
          format === 'triple-s' ? (row.day?.replaceAll('-', '') ?? null) : row.day,
          row.seconds,
          ...fields.map((read) => (cells === 'words' ? read(row) : onOneLine(read(row)))),
        ]),
      ),
    end: '',
    atOnce: Math.ceil(CELLS_AT_ONCE / columns.length),
  }
}

/** SPSS, PSPP and many readers of Triple-S end a person's row at the first line break, also in quotes. */
const onOneLine = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ') : cell

function writeJson(
  columns: readonly Column[],
  cellOf: (column: Column, row: RespondentRow) => Cell,
): RowWriter {
  const toLine = (row: RespondentRow) => {
    const { respondent, day, seconds } = row
    const answers = Object.fromEntries(columns.map((column) => [column.name, cellOf(column, row)]))
    return JSON.stringify({ respondent, day, seconds, ...answers })
  }
  return {
    begin: '[',
    write: (rows, isFirst) =>
      rows.map((row, at) => `${isFirst && at === 0 ? '' : ','}\n${toLine(row)}`).join(''),
    end: '\n]\n',
    atOnce: Math.ceil(CELLS_AT_ONCE / columns.length),
  }
}

const inWords = ({ codes }: Column, cell: Cell): Cell =>
  codes.find(({ code }) => code === cell)?.label ?? cell

/** The longest label that every version of SPSS keeps. */
const MAX_LABEL = 120
const MAX_WORDS = 2000

/**
 * Write the syntax with which SPSS and PSPP read the file of answers, named `chuma-answers.csv` and in the same folder, with labels for its
 * columns and codes.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT for an unknown version
 */
export async function exportSpss(
  { db }: Pick<Deps, 'db'>,
  { id, version }: { id: string; version?: number | undefined },
): Promise<string> {
  const { title, variables } = await readSurvey(db, { id, version })
  const columns = variables.flatMap(listColumns)
  const coded = columns.filter(({ codes }) => codes.length > 0)
  const lines = [
    `* ${tidy(title)}.`,
    "GET DATA /TYPE=TXT /FILE='chuma-answers.csv' /ENCODING='UTF8' /ARRANGEMENT=DELIMITED /DELIMITERS=','",
    "  /QUALIFIER='\"' /FIRSTCASE=2",
    '  /VARIABLES=respondent A16',
    '    day A10',
    '    seconds F8.0',
    ...columns.map((column) => `    ${column.name} ${formatOf(column)}`),
    '  .',
    'VARIABLE LABELS',
    "  respondent 'Respondent'",
    "  day 'First day of the period of completion'",
    "  seconds 'Seconds from start to end, at least'",
    ...columns.map(({ name, question }) => `  ${name} ${quote(question)}`),
    '  .',
    ...coded.flatMap(({ name, codes }) => [
      `VALUE LABELS ${name}`,
      ...codes.map(({ code, label }) => `  ${code} ${quote(label)}`),
      '  .',
    ]),
    'EXECUTE.',
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function formatOf({ type, codes }: Column): string {
  if (codes.length > 0) return 'F4.0'
  return type === 'text' ? `A${MAX_WORDS}` : 'F12.4'
}

/** On one line: a line that ends with a full stop would end the command. */
const tidy = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![. ])[. ]+$/, '')
    .slice(0, MAX_LABEL)
const quote = (text: string) => `'${tidy(text).replaceAll("'", "''")}'`

/** List what people wrote, under pseudonyms. @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field */
export async function listSurveyAnswers(
  { db }: Pick<Deps, 'db'>,
  { questionId, search, category, after, limit, ...filter }: OpenAnswersInput,
): Promise<OpenAnswer[]> {
  const survey = await readSurvey(db, filter)
  const first = survey.variables.find(({ type }) => type === 'text')
  if (questionId === undefined && !first) return []
  const { id } = requireVariable(survey, {
    id: questionId ?? first?.id ?? 0,
    field: 'questionId',
    kind: 'open',
  })
  const asked = await widen(db, toRespondents(survey, filter))
  const answers = await listOpenAnswers(db, asked, {
    questionId: id,
    search,
    category,
    after,
    limit,
  })
  const periods = await listPeriods(db, asked)
  return answers.map((answer) => ({
    ...answer,
    answeredOn: nameOfPeriod(periods, answer.answeredOn) || null,
  }))
}

/** Export what the columns and codes of the data mean: a row for each code of a column. */
export async function exportCodebook(
  { db }: Pick<Deps, 'db'>,
  { id, version }: { id: string; version?: number | undefined },
): Promise<string> {
  const { variables } = await readSurvey(db, { id, version })
  return toCsv(
    ['variable', 'question', 'type', 'code', 'label'],
    variables
      .flatMap(listColumns)
      .flatMap(({ name, question, type, codes }): Cell[][] =>
        codes.length === 0
          ? [[name, question, type, null, null]]
          : codes.map(({ code, label }) => [name, question, type, code, label]),
      ),
  )
}
