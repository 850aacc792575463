import type {
  CodebookInput,
  ExportResultsInput,
  OpenAnswer,
  OpenAnswersInput,
  Weights,
} from '@chuma/contract/surveys/results'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import { toCsv } from '@chuma/contract/to-csv'
import type { Db } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findQuotas, listCells } from '@chuma/db/queries/surveys/quotas'
import {
  countRespondents,
  countTold,
  measureWords,
  type Respondents,
  type StoredRow,
  streamRespondents,
  type Told,
} from '@chuma/db/queries/surveys/respondents'
import { insertDelivery } from '@chuma/db/queries/surveys/survey-attempts'
import { listOpenAnswers } from '@chuma/db/queries/surveys/survey-results'
import { AppError } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { inTurns } from '../../in-turns.ts'
import { type Column, type FileRow, listColumns, type Shape } from './files/columns.ts'
import { writeSav } from './files/sav.ts'
import { type FileWriter, type Piece, writeCsv, writeJson } from './files/text-files.ts'
import { describeTripleS, writeTripleS } from './files/triple-s.ts'
import { listCodebook, writeXlsx } from './files/xlsx.ts'
import {
  coarsen,
  listPeriods,
  nameOfPeriod,
  type ReadSurvey,
  readSurvey,
  requireVariable,
  toRespondents,
  widen,
} from './read-survey.ts'
import { weigh } from './sample.ts'

/** The maximum of one file. Anyone who needs more exports by days. */
const MAX_ROWS = 100_000
/** Each holds a connection of ten as long as its reader takes. */
const MAX_AT_ONCE = 3

type Open = { count: number }
const openExports = new WeakMap<Deps['db'], Open>()

/**
 * Export answers, a row for each person under a pseudonym, as they are read: a reader who is slow slows the database cursor, and one who
 * leaves closes it. Before the first row the audit log has it, and so has the list of deliveries that members see.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE, BUSY, WEIGHTS_IMPOSSIBLE; INVALID_INPUT that names the field
 */
export async function exportResults(
  { db, product }: Pick<Deps, 'db' | 'product'>,
  { name: actor, address }: StaffActor,
  { format, cells, weights, ...filter }: ExportResultsInput,
): Promise<AsyncIterable<Piece>> {
  const open = openExports.get(db) ?? { count: 0 }
  openExports.set(db, open)
  if (open.count >= MAX_AT_ONCE) throw new AppError('BUSY')
  const survey = await readSurvey(db, filter)
  const asked = await widen(db, toRespondents(survey, filter))
  const weightOf = await readWeights(db, { asked, survey, weights })
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
      after: { rows: people, format, ...conditions, ...(weights && { weights }) },
    })
  })
  return countOpen(open, writeFile(db, { survey, asked, format, cells, weightOf }))
}

async function* countOpen(open: Open, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  open.count += 1
  try {
    yield* pieces
  } finally {
    open.count -= 1
  }
}

type WeightOf = (row: StoredRow) => number | null
type Weighing = { asked: Respondents; survey: ReadSurvey; weights: Weights | undefined }

/** What each person weighs. Who gave no answer that has a share has no weight. */
async function readWeights(db: Db, { asked, survey, weights }: Weighing): Promise<WeightOf | undefined> {
  if (!weights) return undefined
  const { by, weightOf } = await weigh(db, { asked, survey, wanted: weights, isRaw: true })
  const toldBy = (row: StoredRow, key: string) =>
    row.traits.find((trait) => trait.startsWith(`${key}=`))?.slice(key.length + 1)
  return (row) => {
    const answers = by.map((key) => {
      if (typeof key !== 'number') return toldBy(row, key) || null
      const answer = row.answers[key]
      return answer === undefined ? null : (asked.aliases?.[key]?.[String(answer)] ?? String(answer))
    })
    return weightOf(answers) || null
  }
}

export type FileFormat = ExportResultsInput['format']
type Writing = {
  survey: ReadSurvey
  asked: Respondents
  format: FileFormat
  cells: ExportResultsInput['cells']
  weightOf?: WeightOf | undefined
}

/** How many cells are written in one go: other requests wait while these are written. */
const CELLS_AT_ONCE = 20_000

/** Write a file in the order of pseudonyms, piece by piece. `onRows`: sees who is in it. */
export async function* writeFile(
  db: Db,
  { survey, asked, format, cells, weightOf }: Writing,
  onRows?: (rows: readonly StoredRow[]) => void,
): AsyncGenerator<Piece> {
  const periods = await listPeriods(db, asked)
  const fixed = await readFixedShape(db, { survey, asked, isWeighted: weightOf !== undefined })
  let columns: Column[] = []
  let people = 0
  const prepare = async (trx: Db) => {
    columns = listColumns(survey.variables, {
      ...fixed,
      told: groupLarge(await countTold(trx, asked)),
      bytes: await measureWords(trx, asked),
    })
    people = Math.min(MAX_ROWS, await countRespondents(trx, asked))
  }
  const hasVariants = survey.variables.some(({ variants }) => variants !== undefined)
  let writer: FileWriter | undefined
  for await (const rows of streamRespondents(db, asked, { limit: MAX_ROWS, hasVariants, prepare })) {
    writer ??= createWriter(columns, { title: survey.title, people, format, cells })
    if (rows.length === 0) yield writer.begin
    onRows?.(rows)
    for await (const some of inTurns(rows, Math.ceil(CELLS_AT_ONCE / columns.length)))
      yield writer.write(
        some.map((row): FileRow => ({ ...coarsen(periods, row), weight: weightOf?.(row) ?? null })),
      )
  }
  if (writer) yield writer.end()
}

type Chosen = Pick<ExportResultsInput, 'format' | 'cells'>

function createWriter(
  columns: readonly Column[],
  { format, cells, ...about }: Chosen & { title: string; people: number },
): FileWriter {
  switch (format) {
    case 'csv':
      return writeCsv(columns, cells)
    case 'json':
      return writeJson(columns, cells)
    case 'triple-s':
      return writeTripleS(columns)
    case 'sav':
      return writeSav(columns, about)
    case 'xlsx':
      return writeXlsx(columns)
  }
}

/** The values that five people or more of a file share: one that fewer have is left out. */
function groupLarge(counted: readonly { key: Told; value: string; people: number }[]): Shape['told'] {
  const large = counted.filter(({ people }) => people >= SMALLEST_CELL)
  return new Map(
    [...Map.groupBy(large, ({ key }) => key)].map(([key, own]) => [
      key,
      new Set(own.map(({ value }) => value)),
    ]),
  )
}

type Fixing = {
  survey: Pick<ReadSurvey, 'series'>
  asked: Pick<Respondents, 'surveyId' | 'isCharged'>
  isWeighted: boolean
}

/** Which columns a survey's file has, regardless of who is in it: those of its metadata. */
async function readFixedShape(
  db: Db,
  { survey: { series }, asked: { surveyId, isCharged = false }, isWeighted }: Fixing,
): Promise<Shape> {
  const dimensions = (await findQuotas(db, surveyId))?.dimensions ?? []
  const labelOf = (code: string, at: number) =>
    dimensions[at]?.groups.find((group) => group.code === code)?.label ?? code
  const cells = dimensions.length === 0 ? [] : await listCells(db, surveyId)
  return {
    told: new Map(),
    bytes: new Map(),
    isOfSeries: series !== '',
    cells: new Map(cells.map(({ cell, groups }) => [cell, groups.map(labelOf).join(' · ')])),
    isWeighted,
    isCharged,
  }
}

async function describeFile(db: Db, { id, version, weights }: CodebookInput, { isCharged = false } = {}) {
  const survey = await readSurvey(db, { id, version })
  const shape = await readFixedShape(db, {
    survey,
    asked: { surveyId: id, isCharged },
    isWeighted: weights !== undefined,
  })
  return { title: survey.title, columns: listColumns(survey.variables, shape) }
}

/**
 * Export what the columns and codes of the data mean: a row for each code of a column.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT for an unknown version
 */
export async function exportCodebook(
  { db }: Pick<Deps, 'db'>,
  input: CodebookInput,
  reader = {},
): Promise<string> {
  const { head, rows } = listCodebook((await describeFile(db, input, reader)).columns)
  return toCsv(head, rows)
}

/**
 * Export the metadata of a Triple-S data set. Its data is exported with the same version and weights.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT for an unknown version
 */
export async function exportTripleS(
  { db }: Pick<Deps, 'db'>,
  input: CodebookInput,
  reader = {},
): Promise<string> {
  const { title, columns } = await describeFile(db, input, reader)
  return describeTripleS(title, columns)
}

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
