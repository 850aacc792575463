import type { Debt } from '@chuma/contract/payouts/debts'
import { connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { findMemberId } from '../find-member-id.ts'
import { printAnswer, remark } from '../print-answer.ts'
import { printTable } from '../print-table.ts'
import { rowId, wholeNumber } from '../read-option.ts'
import type { Terminal } from '../terminal.ts'
import { askAnother } from './ask-another.ts'

export function addDebtCommands(program: Program, terminal: Terminal): void {
  const debts = program.command('debts').description('list and write off what members owe')

  debts
    .command('list')
    .description('list them, oldest first')
    .option('--limit <rows>', 'number of rows, 1 to 100', wholeNumber(1, 100), 50)
    .option('--after <member>', 'continue after this member, the last of the previous page', rowId)
    .addHelpText('after', '\nExample:\n  chuma debts list --json')
    .action(async ({ limit, after }, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const rows = await client.admin.listDebts.query({ limit, ...(after && { after }) })
      const next = (rows.length === limit && rows.at(-1)?.memberId) || null
      await printAnswer(terminal, globals, {
        document: { debts: rows, next },
        show: async () => {
          await printTable(terminal, COLUMNS, { rows, empty: 'Nobody owes anything.' })
          if (next) await remark(terminal, `There may be more: --after ${next}`)
        },
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
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const memberId = await findMemberId(client, member)
      await askAnother(terminal, globals, () =>
        client.admin.writeOffDebt.mutate({ memberId, points, reason }),
      )
    })
}

const COLUMNS = [
  { head: 'MEMBER', cell: ({ memberEmail }: Debt) => memberEmail },
  { head: 'SINCE', cell: ({ since }: Debt) => new Date(since) },
  { head: 'CAUSE', cell: ({ cause }: Debt) => cause },
  { head: 'POINTS', cell: ({ points }: Debt) => points, isNumber: true },
  { head: 'KES', cell: ({ amountKes }: Debt) => amountKes, isNumber: true },
  { head: 'HELD', cell: ({ heldPoints }: Debt) => heldPoints, isNumber: true },
]
