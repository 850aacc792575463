import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { LedgerReport } from '@chuma/contract/admin/admin'
import type { ImportedSurveys, OfferOutcome } from '@chuma/contract/surveys/survey-offers'
import type { ImportedQuizQuestions } from '@chuma/contract/tasks/admin-quiz'
import { toCsv } from '@chuma/contract/to-csv'
import type { Activity } from '@chuma/contract/wallet/wallet'
import { Option } from '@commander-js/extra-typings'
import type { ChumaClient } from '../create-chuma-client.ts'
import { listAll } from '../list-all.ts'
import { findMemberId, type Program, rowId } from './command.ts'
import { connect, type Session } from './connect.ts'
import { type Columns, printAnswer, printRows, printTable, remark } from './print.ts'
import {
  EXIT,
  readFileOrInput,
  startProgress,
  stopWith,
  type Terminal,
  toSafeJson,
  toShownLines,
  writeOut,
} from './terminal.ts'

type Kind = {
  name: 'offers' | 'quiz'
  what: string
  exportCsv: (client: ChumaClient) => Promise<string>
  importCsv: (client: ChumaClient, file: { csv: string; isDryRun: boolean }) => Promise<FileReport>
  note: string
}

const KINDS: Kind[] = [
  {
    name: 'offers',
    what: 'survey offers',
    exportCsv: ({ admin }) => admin.exportSurveys.query(),
    importCsv: async ({ admin }, file) => {
      const answer = await admin.importSurveys.mutate(file)
      return { answer, isImported: !answer.isDryRun, rows: answer.results }
    },
    note: 'A row that does not fit is named, and keeps no other from being taken over.',
  },
  {
    name: 'quiz',
    what: 'quiz questions',
    exportCsv: ({ admin }) => admin.exportQuizQuestions.query(),
    importCsv: async ({ admin }, file) => {
      const answer = await admin.importQuizQuestions.mutate(file)
      const rows = answer.results.map(({ question: title, ...row }) => ({ ...row, title }))
      return { answer, isImported: answer.isImported, rows }
    },
    note: 'As long as one row does not fit, none is taken over.',
  },
]

export function addCatalogueCommands(program: Program, terminal: Terminal): void {
  for (const kind of KINDS) addKind(program, terminal, kind)
}

function addKind(program: Program, terminal: Terminal, { name, what, exportCsv, importCsv, note }: Kind) {
  const kind = program.command(name).description(`import and export ${what} as CSV`)

  kind
    .command('import')
    .description(`import ${what} from a CSV file`)
    .argument('<file>', 'the file, or - for standard input')
    .option('--dry-run', 'show what would happen, and change nothing')
    .addHelpText(
      'after',
      `\n${note} The columns are those of the export.\n\nExamples:\n  chuma ${name} import ${name}.csv --dry-run\n  chuma ${name} import ${name}.csv`,
    )
    .action(async (file, options, command) => {
      const csv = await readFileOrInput(terminal, file)
      const session = await connect(terminal, command)
      await reportImport(session, await importCsv(session.client, { csv, isDryRun: options.dryRun === true }))
    })

  kind
    .command('export')
    .description(`export all ${what} as CSV`)
    .option('--output <file>', 'write to this file instead of standard output')
    .addHelpText('after', `\nExample:\n  chuma ${name} export --output ${name}.csv`)
    .action(async (options, command) => {
      const { client } = await connect(terminal, command)
      const csv = await exportCsv(client)
      await saveAs(terminal, options.output, async (write) => write(csv))
    })
}

type Outcome = OfferOutcome | ImportedQuizQuestions['results'][number]['outcome']
type Row = { line: number; title: string; outcome: Outcome; problem: string | null }
type FileReport = {
  /** The server's text. */
  answer: ImportedSurveys | ImportedQuizQuestions
  isImported: boolean
  rows: Row[]
}

const TAKEN = new Set<Outcome>(['created', 'updated', 'unchanged', 'added', 'changed'])

/** @throws Stop if a row is invalid */
async function reportImport(session: Session, report: FileReport): Promise<void> {
  const { answer, isImported, rows } = report
  const bad = rows.filter((row) => !fits(report, row))
  const isNews = (row: Row) => row.outcome !== 'unchanged'
  const news = { columns: IMPORTED, rows: rows.filter(isNews), empty: 'All of it is there already.' }
  await printRows(session, answer, news)
  const good = rows.length - bad.length
  const isPartly = isImported && rows.some((row) => fits(report, row) && isNews(row))
  if (bad.length > 0) {
    const rest = isImported ? `the other ${good} were taken over` : 'nothing was taken over'
    throw stopWith(
      isPartly ? EXIT.partly : EXIT.refused,
      `${bad.length} of ${rows.length} rows do not fit; ${rest}.`,
    )
  }
  const end = answer.isDryRun ? 'fit. Nothing was changed: this was a dry run.' : 'were taken over.'
  session.terminal.stderr.write(`${rows.length} rows ${end}\n`)
}

/** An offer marked `changed` was edited by someone else and left alone; a question marked so was changed by this file. */
function fits({ answer }: FileReport, { outcome }: Row): boolean {
  return TAKEN.has(outcome) && !(outcome === 'changed' && 'createdCount' in answer)
}

const WORDS: Partial<Record<Outcome, string>> = {
  'unknown-id': 'there is none with this ID',
  'needs-second-admin': 'waits for a second person',
  'title-exists': 'there is one of this title already',
  failed: 'something went wrong at the server',
}

const IMPORTED: Columns<Row> = {
  LINE: ({ line }) => line,
  WHAT: ({ title }) => title,
  RESULT: ({ outcome }) => outcome,
  PROBLEM: ({ outcome, problem }) => problem ?? WORDS[outcome] ?? '',
}

export function addLedgerCommands(program: Program, terminal: Terminal): void {
  const ledger = program.command('ledger').description('export and verify ledgers')

  ledger
    .command('verify')
    .description('recompute every ledger and list postings that were changed')
    .option('--root <file>', "also compare with this day's signed root, as it was filed or mailed")
    .addHelpText(
      'after',
      '\nExamples:\n  chuma ledger verify\n  chuma ledger verify --root books-2026-11-26.json\n  chuma ledger verify --json',
    )
    .action(async ({ root: file }, command) => {
      const root = file === undefined ? {} : { root: await readFileOrInput(terminal, file) }
      const session = await connect(terminal, command)
      const progress = startProgress(terminal, 'Checking every posting')
      const report = await session.client.admin.verifyLedger.mutate(root).finally(progress.stop)
      const table = { columns: FINDINGS, rows: report.findings, empty: 'The ledger is in order.' }
      await printAnswer(session, report, async () => {
        await remark(terminal, `${report.checkedPostings.toLocaleString('en-KE')} postings checked.`)
        await printTable(terminal, table)
      })
      if (!report.ok)
        throw stopWith(EXIT.refused, `${report.findings.length} findings: the ledger is not in order.`)
    })

  ledger
    .command('export')
    .description("export a member's ledger, newest first")
    .argument('<member>', 'email address or id')
    .addOption(new Option('--format <format>', 'how').choices(LEDGER_FORMATS).default('csv' as const))
    .option('--output <file>', 'write to this file instead of standard output')
    .addHelpText('after', EXPORT_EXAMPLES)
    .action(async (member, { format, output }, command) => {
      const session = await connect(terminal, command)
      const chosen = session.globals.json && format === 'csv' ? 'json' : format
      await exportLedger(session, { member, format: chosen, output })
    })
}

const EXPORT_EXAMPLES = `
Formats: csv, json (one document) and jsonl (a line for each movement). --json stands for --format json.

Examples:
  chuma ledger export ann@example.com --output ann.csv
  chuma ledger export ann@example.com --format jsonl`

type Finding = LedgerReport['findings'][number]

const FINDINGS: Columns<Finding> = {
  MEMBER: ({ memberId }) => memberId ?? '',
  POSTING: ({ seq }) => seq,
  PROBLEM: ({ problem }) => problem,
}

const LEDGER_FORMATS = ['csv', 'json', 'jsonl'] as const
type LedgerFormat = (typeof LEDGER_FORMATS)[number]
type Export = { member: string; format: LedgerFormat; output: string | undefined }

/** Write rows as they arrive, so that any ledger takes the memory of one page. */
async function exportLedger(session: Session, { member, format, output }: Export): Promise<void> {
  const { terminal } = session
  const memberId = await findMemberId(session, member)
  const rows = listAll(
    session.client.admin.listMemberActivity,
    { memberId },
    { signal: terminal.interrupted, next: ({ id }) => ({ before: id }) },
  )
  const { begin, row, between, end } = LEDGER_WRITERS[format]
  await saveAs(terminal, output, async (write) => {
    const progress = startProgress(terminal, 'Movements:')
    try {
      await write(begin)
      let isFirst = true
      for await (const movement of rows) {
        await write(`${isFirst ? '' : between}${row(movement)}`)
        isFirst = false
        progress.advance(1)
      }
      await write(end)
    } finally {
      progress.stop()
    }
  })
}

/** The columns of a ledger in CSV. */
const CELLS = {
  'Time (UTC)': 'createdAt',
  Kind: 'kind',
  Description: 'description',
  Points: 'points',
  'Held points': 'heldPoints',
  State: 'state',
  'Available at (UTC)': 'availableAt',
  Cause: 'causeId',
  Reason: 'reason',
  ID: 'id',
} as const satisfies Record<string, keyof Activity>
const HEAD = Object.keys(CELLS)
const CSV_HEAD = toCsv(HEAD, [])
const toCells = (row: Activity) => Object.values(CELLS).map((name) => row[name])

const LEDGER_WRITERS: Record<
  LedgerFormat,
  { begin: string; row: (movement: Activity) => string; between: string; end: string }
> = {
  csv: {
    begin: CSV_HEAD,
    row: (movement) => toCsv(HEAD, [toCells(movement)]).slice(CSV_HEAD.length),
    between: '',
    end: '',
  },
  json: { begin: '[', row: (movement) => `\n  ${toSafeJson(movement)}`, between: ',', end: '\n]\n' },
  jsonl: { begin: '', row: (movement) => `${toSafeJson(movement)}\n`, between: '', end: '' },
}

/** Files that belong together name one another, so they keep these names. */
const RESULT_FILES = {
  csv: { 'chuma-answers.csv': 'results.csv', 'chuma-codebook.csv': 'codebook.csv' },
  sav: { 'chuma-results.sav': 'results.sav' },
  xlsx: { 'chuma-results.xlsx': 'results.xlsx' },
  tables: { 'chuma-tables.xlsx': 'tables.xlsx' },
  'triple-s': { 'chuma-triple-s.csv': 'triple-s.csv', 'chuma-triple-s.xml': 'triple-s.xml' },
  json: { 'chuma-respondents.json': 'respondents.json', 'chuma-results.json': 'results' },
} as const
type ResultFormat = keyof typeof RESULT_FILES

export function addResultsCommands(program: Program, terminal: Terminal): void {
  program
    .command('results')
    .description('export what members answered')
    .command('export')
    .description('write the answers to a survey, and what their codes mean, to a folder')
    .argument('<survey>', 'the id of the survey', rowId)
    .requiredOption('--out <folder>', 'where the files are written')
    .addOption(
      new Option('--format <format>', 'for which program')
        .choices(Object.keys(RESULT_FILES) as ResultFormat[])
        .default('csv' as const),
    )
    .option('--breaks <keys>', 'of tables: ids of questions and attributes of the profile, such as 2,sex')
    .addHelpText(
      'after',
      '\nAnswers are under pseudonyms. Every export of answers is in the audit log.\n\nExample:\n  chuma results export 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e --format triple-s --out clinic',
    )
    .action(async (survey, { out, format, breaks }, command) => {
      const session = await connect(terminal, command)
      await mkdir(out, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
        throw stopWith(EXIT.refused, `${out} cannot be written (${error.code})`)
      })
      const query = format === 'tables' && breaks ? `?${new URLSearchParams({ breaks })}` : ''
      for (const [name, file] of Object.entries(RESULT_FILES[format])) {
        const pieces = readFile(session, `/api/admin/surveys/${survey}/${file}${query}`)
        await saveAs(terminal, path.join(out, name), async (write) => {
          for await (const piece of pieces) await write(piece)
        })
      }
    })
}

/** Read a file piece by piece, so that any survey takes the memory of one. */
async function* readFile({ url, token, terminal }: Session, file: string): AsyncGenerator<Uint8Array> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}${file}`, { headers, signal: terminal.interrupted })
    if (!response.ok || !response.body) throw await refuse(response)
    yield* response.body
  } catch (error) {
    // Of fetch: no answer, or a connection that broke off.
    throw error instanceof TypeError ? stopWith(EXIT.unreachable, `${url} did not answer completely.`) : error
  }
}

async function refuse(response: Response): Promise<Error> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  const exit =
    response.status === 401 ? EXIT.notSignedIn : response.status >= 500 ? EXIT.unreachable : EXIT.refused
  return stopWith(exit, message ?? `The server answered ${response.status}.`)
}

type Write = (piece: string | Uint8Array) => Promise<void>

/**
 * Write to standard output, or to a file that appears only when complete. Only its owner can read the file, because it
 * contains personal data.
 */
async function saveAs(terminal: Terminal, path: string | undefined, fill: (write: Write) => Promise<void>) {
  if (path === undefined) return fill((piece) => writeOut(terminal.stdout, toShownLines(String(piece))))
  const unfinished = `${path}.${process.pid}.part`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await fill(async (text) => {
        await file.writeFile(text)
      })
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw isFileError(error) ? stopWith(EXIT.refused, `${path} cannot be written (${error.code})`) : error
  }
  await remark(terminal, `Written to ${path}`)
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
