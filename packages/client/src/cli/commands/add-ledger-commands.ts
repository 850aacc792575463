import type { LedgerReport } from '@chuma/contract/admin/admin'
import { Option } from '@commander-js/extra-typings'
import { connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { printAnswer, remark } from '../print-answer.ts'
import { printTable } from '../print-table.ts'
import { readFileOrInput } from '../read-input.ts'
import { startProgress } from '../start-progress.ts'
import { EXIT, stopWith } from '../stop-with.ts'
import type { Terminal } from '../terminal.ts'
import { exportLedger, LEDGER_FORMATS } from './export-ledger.ts'

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
      const globals = command.optsWithGlobals()
      const root = file === undefined ? {} : { root: await readFileOrInput(terminal, file) }
      const { client } = await connect(terminal, globals)
      const progress = startProgress(terminal, 'Checking every posting')
      const report = await client.admin.verifyLedger.mutate(root).finally(progress.stop)
      await printAnswer(terminal, globals, {
        document: report,
        show: async () => {
          await remark(terminal, `${report.checkedPostings.toLocaleString('en-KE')} postings checked.`)
          await printTable(terminal, COLUMNS, { rows: report.findings, empty: 'The ledger is in order.' })
        },
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
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const chosen = globals.json && format === 'csv' ? 'json' : format
      await exportLedger(terminal, client, { member, format: chosen, output })
    })
}

const EXPORT_EXAMPLES = `
Formats: csv, json (one document) and jsonl (a line for each movement). --json stands for --format json.

Examples:
  chuma ledger export ann@example.com --output ann.csv
  chuma ledger export ann@example.com --format jsonl`

type Finding = LedgerReport['findings'][number]

const COLUMNS = [
  { head: 'MEMBER', cell: ({ memberId }: Finding) => memberId ?? '' },
  { head: 'POSTING', cell: ({ seq }: Finding) => seq, isNumber: true },
  { head: 'PROBLEM', cell: ({ problem }: Finding) => problem },
]
