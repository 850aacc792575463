import type { ProfitAndLoss } from '@chuma/contract/books/journal-reports'
import type { ChumaClient } from '../../create-chuma-client.ts'
import { connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { printAnswer, remark } from '../print-answer.ts'
import { printTable } from '../print-table.ts'
import { day, month } from '../read-option.ts'
import { showCents } from '../show-cents.ts'
import type { Terminal } from '../terminal.ts'
import { askAnother } from './ask-another.ts'

export function addBooksCommands(program: Program, terminal: Terminal): void {
  const books = program.command('books').description('read the books and close their months')

  books
    .command('trial-balance')
    .description('print what each account holds at the end of a day')
    .option('--day <day>', 'that day; today by default', day)
    .addHelpText('after', '\nExample:\n  chuma books trial-balance --day 2026-01-31')
    .action(async ({ day }, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const balance = await client.admin.getTrialBalance.query({ ...(day && { day }) })
      await printAnswer(terminal, globals, {
        document: balance,
        show: async () => {
          await printTable(terminal, BALANCE, { rows: balance.rows, empty: 'Nothing is booked.' })
          await remark(
            terminal,
            balance.bookedTo === null
              ? 'The books are not open yet.'
              : `Points and credits are booked up to ${balance.bookedTo}.`,
          )
        },
      })
    })

  books
    .command('profit')
    .description('print revenue and expenses by month')
    .requiredOption('--from <day>', 'the first day', day)
    .requiredOption('--to <day>', 'the last day', day)
    .addHelpText(
      'after',
      '\nBy partner and by offer with --json.\n\nExample:\n  chuma books profit --from 2026-01-01 --to 2026-01-31',
    )
    .action(async (period, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const profit = await client.admin.getProfitAndLoss.query(period)
      await printAnswer(terminal, globals, {
        document: profit,
        show: () => printTable(terminal, PROFIT, { rows: profit.months, empty: 'Nothing is booked.' }),
      })
    })

  books
    .command('close')
    .description('ask a second person to close a month, for good')
    .argument('<month>', 'the oldest open month, once it is over', month)
    .requiredOption('--reason <words>', 'what you checked; it is kept')
    .addHelpText('after', '\nExample:\n  chuma books close 2026-01 --reason "Agrees with both statements"')
    .action(async (month, { reason }, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      await askAnother(terminal, globals, () => client.admin.closePeriod.mutate({ month, reason }))
    })
}

type Balance = Awaited<ReturnType<ChumaClient['admin']['getTrialBalance']['query']>>['rows'][number]
const BALANCE = [
  { head: 'NUMBER', cell: ({ number }: Balance) => String(number) },
  { head: 'ACCOUNT', cell: ({ name }: Balance) => name },
  { head: 'CURRENCY', cell: ({ currency }: Balance) => currency },
  {
    head: 'DEBIT',
    cell: ({ debitMinor }: Balance) => (debitMinor ? showCents(debitMinor) : ''),
    isNumber: true,
  },
  {
    head: 'CREDIT',
    cell: ({ creditMinor }: Balance) => (creditMinor ? showCents(creditMinor) : ''),
    isNumber: true,
  },
]

type Moved = ProfitAndLoss['months'][number]
const PROFIT = [
  { head: 'MONTH', cell: ({ month }: Moved) => month },
  { head: 'ACCOUNT', cell: ({ name }: Moved) => name },
  { head: 'KIND', cell: ({ type }: Moved) => type },
  { head: 'KES', cell: ({ kesMinor }: Moved) => showCents(kesMinor), isNumber: true },
  {
    head: 'OF WHICH USD',
    cell: ({ usdMinor }: Moved) => (usdMinor ? showCents(usdMinor) : ''),
    isNumber: true,
  },
]
