import type { ProfitAndLoss } from '@chuma/contract/books/journal-reports'
import type { TaxPeriod } from '@chuma/contract/books/tax'
import { formatKes } from '@chuma/contract/format-money'
import type { Debt } from '@chuma/contract/payouts/debts'
import type { PartnerDebt, PartnerInvoice } from '@chuma/contract/receivables/receivables'
import type { ChumaClient } from '../create-chuma-client.ts'
import { askAnother, day, findMemberId, month, type Program, rowId, wholeNumber } from './command.ts'
import { connect } from './connect.ts'
import { type Columns, cents, printAnswer, printPage, printRows, remark } from './print.ts'
import { confirm, EXIT, stopWith, type Terminal } from './terminal.ts'

export function addDebtCommands(program: Program, terminal: Terminal): void {
  const debts = program.command('debts').description('list and write off what members owe')

  debts
    .command('list')
    .description('list them, oldest first')
    .option('--limit <rows>', 'number of rows, 1 to 100', wholeNumber(1, 100), 50)
    .option('--after <member>', 'continue after this member, the last of the previous page', rowId)
    .addHelpText('after', '\nExample:\n  chuma debts list --json')
    .action(async ({ limit, after }, command) => {
      const session = await connect(terminal, command)
      const rows = await session.client.admin.listDebts.query({ limit, after })
      await printPage(session, 'debts', {
        limit,
        columns: DEBTS,
        rows,
        empty: 'Nobody owes anything.',
        place: 'memberId',
      })
    })

  debts
    .command('write-off')
    .description('ask a second person to write a debt off')
    .argument('<member>', 'email address or id')
    .requiredOption('--points <points>', 'the debt as you saw it', wholeNumber(1, 1_000_000_000))
    .requiredOption('--reason <words>', 'why; it is kept')
    .addHelpText(
      'after',
      '\nExample:\n  chuma debts write-off ann@example.com --points 6 --reason "Our partner was wrong"',
    )
    .action(async (member, { points, reason }, command) => {
      const session = await connect(terminal, command)
      const memberId = await findMemberId(session, member)
      await askAnother(session, () => session.client.admin.writeOffDebt.mutate({ memberId, points, reason }))
    })
}

const DEBTS: Columns<Debt> = {
  MEMBER: ({ memberEmail }) => memberEmail,
  SINCE: ({ since }) => new Date(since),
  CAUSE: ({ cause }) => cause,
  POINTS: ({ points }) => points,
  KES: ({ amountKes }) => amountKes,
  HELD: ({ heldPoints }) => heldPoints,
}

export function addBooksCommands(program: Program, terminal: Terminal): void {
  const books = program.command('books').description('read the books and close their months')

  books
    .command('trial-balance')
    .description('print what each account holds at the end of a day')
    .option('--day <day>', 'that day; today by default', day)
    .addHelpText('after', '\nExample:\n  chuma books trial-balance --day 2026-01-31')
    .action(async (given, command) => {
      const session = await connect(terminal, command)
      const balance = await session.client.admin.getTrialBalance.query(given)
      const { rows, bookedTo } = balance
      await printRows(session, balance, { columns: BALANCE, rows, empty: 'Nothing is booked.' })
      if (session.globals.json) return
      await remark(
        terminal,
        bookedTo === null
          ? 'The books are not open yet.'
          : `Points and credits are booked up to ${bookedTo}.`,
      )
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
      const session = await connect(terminal, command)
      const profit = await session.client.admin.getProfitAndLoss.query(period)
      await printRows(session, profit, { columns: PROFIT, rows: profit.months, empty: 'Nothing is booked.' })
    })

  books
    .command('close')
    .description('ask a second person to close a month, for good')
    .argument('<month>', 'the oldest open month, once it is over', month)
    .requiredOption('--reason <words>', 'what you checked; it is kept')
    .addHelpText('after', '\nExample:\n  chuma books close 2026-01 --reason "Agrees with both statements"')
    .action(async (month, { reason }, command) => {
      const session = await connect(terminal, command)
      await askAnother(session, () => session.client.admin.closePeriod.mutate({ month, reason }))
    })
}

type Balance = Awaited<ReturnType<ChumaClient['admin']['getTrialBalance']['query']>>['rows'][number]
const BALANCE: Columns<Balance> = {
  NUMBER: ({ number }) => String(number),
  ACCOUNT: ({ name }) => name,
  CURRENCY: ({ currency }) => currency,
  DEBIT: ({ debitMinor }) => (debitMinor ? cents(debitMinor) : ''),
  CREDIT: ({ creditMinor }) => (creditMinor ? cents(creditMinor) : ''),
}

type Moved = ProfitAndLoss['months'][number]
const PROFIT: Columns<Moved> = {
  MONTH: ({ month }) => month,
  ACCOUNT: ({ name }) => name,
  KIND: ({ type }) => type,
  KES: ({ kesMinor }) => cents(kesMinor),
  'OF WHICH USD': ({ usdMinor }) => (usdMinor ? cents(usdMinor) : ''),
}

export function addReceivablesCommands(program: Program, terminal: Terminal): void {
  const receivables = program.command('receivables').description('list what partners owe, and their invoices')

  receivables
    .command('list')
    .description('list what each partner owes, in USD')
    .addHelpText('after', '\nBy month with --json.\n\nExample:\n  chuma receivables list --json')
    .action(async (_, command) => {
      const session = await connect(terminal, command)
      const found = await session.client.admin.listReceivables.query({})
      await printRows(session, found, {
        columns: RECEIVABLES,
        rows: found.partners,
        empty: 'There are no partners.',
      })
    })

  receivables
    .command('invoices')
    .description('list invoices and credit notes, newest first')
    .option('--partner <id>', 'only of this partner', rowId)
    .option('--limit <rows>', 'number of rows, 1 to 100', wholeNumber(1, 100), 50)
    .option('--after <id>', 'continue after this row, the last of the previous page', rowId)
    .addHelpText('after', '\nExample:\n  chuma receivables invoices --limit 10')
    .action(async ({ partner: partnerId, limit, after }, command) => {
      const session = await connect(terminal, command)
      const rows = await session.client.admin.listPartnerInvoices.query({ partnerId, limit, after })
      await printPage(session, 'invoices', {
        limit,
        columns: INVOICES,
        rows,
        empty: 'No invoices.',
        place: 'id',
      })
    })
}

const RECEIVABLES: Columns<PartnerDebt> = {
  PARTNER: ({ partnerName }) => partnerName,
  ACCRUED: ({ accruedCents }) => cents(accruedCents),
  REVERSED: ({ reversedCents }) => cents(reversedCents),
  RECEIVED: ({ receivedCents }) => cents(receivedCents),
  OUTSTANDING: ({ outstandingCents }) => cents(outstandingCents),
  OVERDUE: ({ ageing }) => cents(ageing.to30Cents + ageing.to60Cents + ageing.to90Cents + ageing.over90Cents),
}

const INVOICES: Columns<PartnerInvoice> = {
  ID: ({ id }) => id,
  NUMBER: ({ number }) => number,
  PARTNER: ({ partnerName }) => partnerName,
  MONTH: ({ month }) => month,
  USD: ({ totalCents }) => cents(totalCents),
  RECEIVED: ({ receivedCents }) => cents(receivedCents),
  DUE: ({ dueDay }) => dueDay,
  STATE: ({ state }) => state,
}

export function addTaxCommands(program: Program, terminal: Terminal): void {
  const tax = program.command('tax').description('list and file months of withholding tax')

  tax
    .command('months')
    .description('list months with tax, newest first')
    .addHelpText('after', '\nExample:\n  chuma tax months --json')
    .action(async (_, command) => {
      const session = await connect(terminal, command)
      const { periods } = await session.client.admin.getTaxReport.query()
      await printRows(
        session,
        { months: periods },
        { columns: MONTHS, rows: periods, empty: 'No tax was withheld.' },
      )
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
      const session = await connect(terminal, command)
      const { client, url } = session
      if (!yes && !(await confirm(terminal, `File ${month} at ${url}? It never changes from then on.`)))
        throw stopWith(EXIT.refused, 'Nothing was filed.')
      const filed = await client.admin.fileTaxMonth.mutate({ month })
      const due = `${formatKes(filed.dueKes)} until ${filed.dueOn}`
      await printAnswer(session, filed, `${filed.month} is filed: ${due}, SHA-256 ${filed.contentHash}`)
    })
}

const MONTHS: Columns<TaxPeriod> = {
  MONTH: ({ month }) => month,
  STATE: ({ state, isOverdue }) => (isOverdue ? `${state}, overdue` : state),
  PAYMENTS: ({ payments }) => payments,
  'TAX KES': ({ taxKes }) => taxKes,
  'TO PAY KES': ({ dueKes }) => dueKes,
  DUE: ({ dueOn }) => dueOn,
  REFERENCE: ({ reference }) => reference ?? '',
}
