import type { PartnerDebt, PartnerInvoice } from '@chuma/contract/receivables/receivables'
import { connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { printAnswer, remark } from '../print-answer.ts'
import { printTable } from '../print-table.ts'
import { rowId, wholeNumber } from '../read-option.ts'
import { showCents } from '../show-cents.ts'
import type { Terminal } from '../terminal.ts'

export function addReceivablesCommands(program: Program, terminal: Terminal): void {
  const receivables = program.command('receivables').description('list what partners owe, and their invoices')

  receivables
    .command('list')
    .description('list what each partner owes, in USD')
    .addHelpText('after', '\nBy month with --json.\n\nExample:\n  chuma receivables list --json')
    .action(async (_, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const found = await client.admin.listReceivables.query({})
      await printAnswer(terminal, globals, {
        document: found,
        show: () => printTable(terminal, DEBTS, { rows: found.partners, empty: 'There are no partners.' }),
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
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const rows = await client.admin.listPartnerInvoices.query({
        limit,
        ...(partnerId && { partnerId }),
        ...(after && { after }),
      })
      const next = (rows.length === limit && rows.at(-1)?.id) || null
      await printAnswer(terminal, globals, {
        document: { invoices: rows, next },
        show: async () => {
          await printTable(terminal, INVOICES, { rows, empty: 'No invoices.' })
          if (next) await remark(terminal, `There may be more: --after ${next}`)
        },
      })
    })
}

const cents = (head: string, read: (debt: PartnerDebt) => number) => ({
  head,
  cell: (debt: PartnerDebt) => showCents(read(debt)),
  isNumber: true,
})

const DEBTS = [
  { head: 'PARTNER', cell: ({ partnerName }: PartnerDebt) => partnerName },
  cents('ACCRUED', ({ accruedCents }) => accruedCents),
  cents('REVERSED', ({ reversedCents }) => reversedCents),
  cents('RECEIVED', ({ receivedCents }) => receivedCents),
  cents('OUTSTANDING', ({ outstandingCents }) => outstandingCents),
  cents(
    'OVERDUE',
    ({ ageing }) => ageing.to30Cents + ageing.to60Cents + ageing.to90Cents + ageing.over90Cents,
  ),
]

const INVOICES = [
  { head: 'ID', cell: ({ id }: PartnerInvoice) => id },
  { head: 'NUMBER', cell: ({ number }: PartnerInvoice) => number },
  { head: 'PARTNER', cell: ({ partnerName }: PartnerInvoice) => partnerName },
  { head: 'MONTH', cell: ({ month }: PartnerInvoice) => month },
  { head: 'USD', cell: ({ totalCents }: PartnerInvoice) => showCents(totalCents), isNumber: true },
  { head: 'RECEIVED', cell: ({ receivedCents }: PartnerInvoice) => showCents(receivedCents), isNumber: true },
  { head: 'DUE', cell: ({ dueDay }: PartnerInvoice) => dueDay },
  { head: 'STATE', cell: ({ state }: PartnerInvoice) => state },
]
