import type { TaxPeriod } from '@chuma/contract/books/tax'
import { formatKes } from '@chuma/contract/format-money'
import { confirm } from '../ask.ts'
import { connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { printAnswer } from '../print-answer.ts'
import { printTable } from '../print-table.ts'
import { month } from '../read-option.ts'
import { EXIT, stopWith } from '../stop-with.ts'
import type { Terminal } from '../terminal.ts'
import { writeOut } from '../write-out.ts'

export function addTaxCommands(program: Program, terminal: Terminal): void {
  const tax = program.command('tax').description('list and file months of withholding tax')

  tax
    .command('months')
    .description('list months with tax, newest first')
    .addHelpText('after', '\nExample:\n  chuma tax months --json')
    .action(async (_, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const { periods } = await client.admin.getTaxReport.query()
      await printAnswer(terminal, globals, {
        document: { months: periods },
        show: () => printTable(terminal, MONTHS, { rows: periods, empty: 'No tax was withheld.' }),
      })
    })

  tax
    .command('file')
    .description('file a month, which never changes from then on')
    .argument('<month>', 'the oldest month that is not filed, once it is over', month)
    .option('--yes', 'skip the confirmation')
    .addHelpText(
      'after',
      '\nThe file itself is downloaded on the page.\n\nExample:\n  chuma tax file 2026-01',
    )
    .action(async (month, { yes }, command) => {
      const globals = command.optsWithGlobals()
      const { client, url } = await connect(terminal, globals)
      if (!yes && !(await confirm(terminal, `File ${month} at ${url}? It never changes from then on.`)))
        throw stopWith(EXIT.refused, 'Nothing was filed.')
      const filed = await client.admin.fileTaxMonth.mutate({ month })
      await printAnswer(terminal, globals, {
        document: filed,
        show: () =>
          writeOut(
            terminal.stdout,
            `${filed.month} is filed: ${formatKes(filed.dueKes)} until ${filed.dueOn}, SHA-256 ${filed.contentHash}\n`,
          ),
      })
    })
}

const MONTHS = [
  { head: 'MONTH', cell: ({ month }: TaxPeriod) => month },
  { head: 'STATE', cell: ({ state, isOverdue }: TaxPeriod) => (isOverdue ? `${state}, overdue` : state) },
  { head: 'PAYMENTS', cell: ({ payments }: TaxPeriod) => payments, isNumber: true },
  { head: 'TAX KES', cell: ({ taxKes }: TaxPeriod) => taxKes, isNumber: true },
  { head: 'TO PAY KES', cell: ({ dueKes }: TaxPeriod) => dueKes, isNumber: true },
  { head: 'DUE', cell: ({ dueOn }: TaxPeriod) => dueOn },
  { head: 'REFERENCE', cell: ({ reference }: TaxPeriod) => reference ?? '' },
]
