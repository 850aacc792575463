import { isDeepStrictEqual } from 'node:util'
import { type FieldProblems, problem } from '@chuma/contract/problems'
import {
  type CreateSurveyInput,
  createSurveyInput,
  type ImportedSurveys,
  type ImportSurveysInput,
  MAX_OFFER_ROWS,
  OFFER_COLUMNS,
  type OfferOutcome,
  type UpdateSurveyInput,
  updateSurveyInput,
} from '@chuma/contract/surveys/survey-offers'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import { isDatabaseUnreachable, type Trx } from '@chuma/db/client'
import { findOfferByTitle, lockOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError } from '../../app-error.ts'
import { ApprovalNeeded, orAskAnother } from '../../approvals/or-ask-another.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { createPause } from '../../in-turns.ts'
import { type RowProblem, readCsv, type UnwordedImport } from '../../read-csv.ts'
import { addOffer, changeOffer, mergeOffer } from './offers.ts'
import { requireWholeOffer, toOfferInput, toStoredOffer } from './stored-offers.ts'

type Outcome = { outcome: OfferOutcome; problem: RowProblem | null }
type Run = { deps: Deps; staff: StaffActor; isDryRun: boolean; titles: Set<string>; pointsPerUsd: number }

/** Thrown to roll back a dry run. */
const undo = new Error('taken back')

/**
 * Add and change surveys, in one transaction per row. A wrong row changes nothing and affects no other; importing the
 * same file again changes nothing. Rewards above a limit become requests for a second person. A dry run is rolled back.
 * @throws AppError INVALID_INPUT if it is not such a table
 */
export async function importSurveys(
  deps: Deps,
  staff: StaffActor,
  { csv, isDryRun }: ImportSurveysInput,
): Promise<UnwordedImport<ImportedSurveys>> {
  const { pointsPerUsd } = await deps.economy()
  const run: Run = { deps, staff, isDryRun, titles: new Set(), pointsPerUsd }
  const results: UnwordedImport<ImportedSurveys>['results'] = []
  const pause = createPause()
  for (const row of await readOffersCsv(csv)) {
    await pause()
    const title = (row.cells.Title ?? '').trim().slice(0, 200)
    results.push({ line: row.line, title, ...(await importRow(run, row)) })
  }
  const count = (wanted: OfferOutcome) => results.filter(({ outcome }) => outcome === wanted).length
  return { isDryRun, createdCount: count('created'), updatedCount: count('updated'), results }
}

async function importRow(run: Run, row: OfferRow): Promise<Outcome> {
  const judged = judgeOfferRow(row)
  if (judged.kind === 'invalid') return { outcome: 'invalid', problem: judged.problem }
  const { kind, input } = judged
  try {
    const outcome = await orAskAnother(run.deps, run.staff, (deps) =>
      withTransaction({ ...run, deps }, (trx) =>
        kind === 'create' ? createRow({ ...run, deps }, trx, input) : updateRow({ ...run, deps }, trx, input),
      ),
    )
    if (outcome === 'created') run.titles.add(row.cells.Title?.trim().toLowerCase() ?? '')
    return { outcome, problem: null }
  } catch (error) {
    if (error instanceof AppError) {
      if (error.code === 'APPROVAL_PENDING') return { outcome: 'needs-second-admin', problem: null }
      return { outcome: 'invalid', problem: findFirstProblem(error.fields ?? {}) }
    }
    // Without the database all later rows would fail too.
    if (isDatabaseUnreachable(error)) throw error
    run.deps.reportFailure(error, `line ${row.line} of a file of offers was not taken over`)
    return { outcome: 'failed', problem: null }
  }
}

async function withTransaction(
  { deps, isDryRun }: Run,
  act: (trx: Trx) => Promise<OfferOutcome>,
): Promise<OfferOutcome> {
  let outcome: OfferOutcome = 'failed'
  await deps.db
    .transaction()
    .execute(async (trx) => {
      outcome = await act(trx)
      if (isDryRun) throw undo
    })
    .catch((error: unknown) => {
      if (isDryRun && error instanceof ApprovalNeeded) outcome = 'needs-second-admin'
      else if (error !== undo) throw error
    })
  return outcome
}

async function createRow(run: Run, trx: Trx, input: CreateSurveyInput): Promise<OfferOutcome> {
  // A dry run rolls each row back, so that later rows would not see it.
  const isKnown = run.titles.has(input.title.toLowerCase()) || (await findOfferByTitle(trx, input.title))
  if (isKnown) return 'title-exists'
  await requireWholeOffer(trx, toStoredOffer(input), run.pointsPerUsd)
  await addOffer({ ...run, trx }, input)
  return 'created'
}

async function updateRow(run: Run, trx: Trx, input: UpdateSurveyInput): Promise<OfferOutcome> {
  const { id, version, ...changes } = input
  const before = await lockOffer(trx, id)
  if (!before) return 'unknown-id'
  const offer = mergeOffer(before, changes)
  if (isDeepStrictEqual(toOfferInput(offer), toOfferInput(before))) return 'unchanged'
  if (version !== undefined && version !== before.version) return 'changed'
  await requireWholeOffer(trx, offer, run.pointsPerUsd)
  await changeOffer({ ...run, trx }, { input, before, offer })
  return 'updated'
}

type Judged =
  | { kind: 'create'; input: CreateSurveyInput }
  | { kind: 'update'; input: UpdateSurveyInput }
  | { kind: 'invalid'; problem: RowProblem }

const FIELDS: Record<string, OfferColumn> = {
  id: 'ID',
  version: 'Version',
  title: 'Title',
  description: 'Description',
  reward: 'Reward USD',
  duration: 'Duration',
  category: 'Category',
  country: 'Country',
  externalUrl: 'External URL',
  adminNotes: 'Admin Notes',
  isActive: 'Active',
  kind: 'Kind',
  questions: 'Questions',
  partnerId: 'Partner ID',
  quota: 'Quota',
  startsAt: 'Starts At',
  endsAt: 'Ends At',
  screenOutPoints: 'Screen-out Points',
  series: 'Series',
}

/** Find what a row requests: with an id a change, without one a new survey. Validated like a form. */
function judgeOfferRow({ cells }: OfferRow): Judged {
  const entries = Object.entries(FIELDS).map(
    ([field, column]) => [field, readCell(column, cells[column])] as const,
  )
  // An empty cell means the default for a new survey, and no change for an existing one.
  const said = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  const { id, version, ...fields } = said
  const input = id === undefined ? fields : { ...fields, id, version }
  const parsed = id === undefined ? createSurveyInput.safeParse(input) : updateSurveyInput.safeParse(input)
  if (!parsed.success)
    return { kind: 'invalid', problem: findFirstProblem(toFieldProblems(parsed.error, input)) }
  return 'id' in parsed.data ? { kind: 'update', input: parsed.data } : { kind: 'create', input: parsed.data }
}

/** Name the file's column instead of the form's field. */
function findFirstProblem(fields: FieldProblems): RowProblem {
  const [path = '', [first = problem('INVALID')] = []] = Object.entries(fields)[0] ?? []
  const [field = '', ...rest] = path.split('.')
  return { column: [FIELDS[field] ?? field, ...rest].join('.'), problem: first }
}

const NULL_WHEN_EMPTY: readonly OfferColumn[] = ['Questions', 'Partner ID', 'Quota', 'Starts At', 'Ends At']
const UNSAID_WHEN_EMPTY: readonly OfferColumn[] = ['ID', 'Version', 'Kind', 'Active', 'Screen-out Points']
const NUMBERS: readonly OfferColumn[] = ['Version', 'Reward USD', 'Duration', 'Quota', 'Screen-out Points']

function readCell(column: OfferColumn, cell: string | undefined): unknown {
  if (cell === undefined) return undefined
  const text = cell.trim()
  if (text === '' && NULL_WHEN_EMPTY.includes(column)) return null
  if (text === '' && UNSAID_WHEN_EMPTY.includes(column)) return undefined
  if (NUMBERS.includes(column)) return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
  if (column === 'Active') return readYesNo(text)
  if (column === 'Questions') return readJson(text)
  return column === 'Title' || column === 'Description' || column === 'Admin Notes' ? cell : text
}

function readYesNo(text: string): unknown {
  const word = text.toLowerCase()
  if (word === 'yes' || word === 'true') return true
  return word === 'no' || word === 'false' ? false : text
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type OfferColumn = (typeof OFFER_COLUMNS)[number]
/** The text of each cell; undefined if the file does not have the column. */
type OfferRow = { line: number; cells: Partial<Record<OfferColumn, string>> }

const REQUIRED: readonly OfferColumn[] = ['Title', 'Description', 'Reward USD', 'Duration']

/**
 * Read a file of offers. What its cells say is judged elsewhere.
 * @throws AppError INVALID_INPUT for a file that cannot be read or is too long, and naming columns that are missing or unknown
 */
async function readOffersCsv(csv: string): Promise<OfferRow[]> {
  const { head, rows } = await readCsv(csv, { mostRows: MAX_OFFER_ROWS })
  const columns = readHead(head)
  return rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  }))
}

function readHead(names: readonly string[]): OfferColumn[] {
  const known = names.map((name) => {
    const wanted = name.toLowerCase()
    return OFFER_COLUMNS.find((column) => column.toLowerCase() === wanted)
  })
  const missing = REQUIRED.filter((column) => !known.includes(column))
  const wrong = names.filter((_, index) => known[index] === undefined).map((name) => name.slice(0, 40))
  const twice = OFFER_COLUMNS.filter((column) => known.indexOf(column) !== known.lastIndexOf(column))
  const problems = [
    ...(missing.length > 0 ? [problem('COLUMNS_MISSING', { columns: missing })] : []),
    ...(wrong.length > 0 ? [problem('COLUMNS_UNKNOWN', { columns: wrong.slice(0, 10) })] : []),
    ...(twice.length > 0 ? [problem('COLUMNS_REPEATED', { columns: twice })] : []),
  ]
  if (problems.length > 0) throw new AppError('INVALID_INPUT', { fields: { csv: problems } })
  return known.filter((column) => column !== undefined)
}
