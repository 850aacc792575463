import { APPROVAL_STATES } from '@chuma/contract/admin/approval-kinds'
import type { ApprovalRequest } from '@chuma/contract/admin/approvals'
import { Option } from '@commander-js/extra-typings'
import { connect, type Globals } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { printAnswer, remark } from '../print-answer.ts'
import { printTable } from '../print-table.ts'
import { rowId, wholeNumber } from '../read-option.ts'
import type { Terminal } from '../terminal.ts'

export function addApprovalCommands(program: Program, terminal: Terminal): void {
  const approvals = program
    .command('approvals')
    .description('list and decide changes that wait for a second person')

  approvals
    .command('list')
    .description('list them, newest first')
    .addOption(
      new Option('--state <state>', 'only those').choices(APPROVAL_STATES).default('waiting' as const),
    )
    .option('--limit <rows>', 'number of rows, 1 to 100', wholeNumber(1, 100), 50)
    .option('--after <id>', 'continue after this row, the last of the previous page', rowId)
    .addHelpText('after', '\nExample:\n  chuma approvals list --json')
    .action(async ({ state, limit, after }, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const rows = await client.admin.listApprovals.query({ state, limit, ...(after && { after }) })
      const next = (rows.length === limit && rows.at(-1)?.id) || null
      await printAnswer(terminal, globals, {
        document: { approvals: rows, next },
        show: async () => {
          await printTable(terminal, COLUMNS, { rows, empty: 'Nothing.' })
          if (next) await remark(terminal, `There may be more: --after ${next}`)
        },
      })
    })

  addDecisions(approvals, terminal)
}

function addDecisions(approvals: ReturnType<Program['command']>, terminal: Terminal): void {
  type Decision = { approvalId: string; decision: 'approve' | 'refuse'; note: string }
  const decide = async (globals: Globals, input: Decision) => {
    const { client } = await connect(terminal, globals)
    await show(terminal, globals, await client.admin.decideApproval.mutate(input))
  }

  approvals
    .command('approve')
    .description('approve what another person asked for, which does it')
    .argument('<id>', 'the request', rowId)
    .option('--note <words>', 'a note for other staff', '')
    .addHelpText(
      'after',
      `${NEEDS}\n\nExample:\n  chuma approvals approve 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e`,
    )
    .action((approvalId, { note }, command) =>
      decide(command.optsWithGlobals(), { approvalId, decision: 'approve', note }),
    )

  approvals
    .command('refuse')
    .description('refuse what another person asked for')
    .argument('<id>', 'the request', rowId)
    .requiredOption('--reason <words>', 'why; the person who asked reads it')
    .addHelpText('after', NEEDS)
    .action((approvalId, { reason: note }, command) =>
      decide(command.optsWithGlobals(), { approvalId, decision: 'refuse', note }),
    )

  approvals
    .command('withdraw')
    .description('take back what you asked for yourself')
    .argument('<id>', 'the request', rowId)
    .action(async (approvalId, _, command) => {
      const globals: Globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      await show(terminal, globals, await client.admin.withdrawApproval.mutate({ approvalId }))
    })
}

const NEEDS = '\nOnly a person decides, who logged in less than five minutes ago. API keys do not count.'

function show(terminal: Terminal, globals: Globals, request: ApprovalRequest): Promise<void> {
  return printAnswer(terminal, globals, {
    document: request,
    show: () => printTable(terminal, COLUMNS, { rows: [request], empty: '' }),
  })
}

const COLUMNS = [
  { head: 'ID', cell: ({ id }: ApprovalRequest) => id },
  { head: 'ASKED', cell: ({ createdAt }: ApprovalRequest) => new Date(createdAt) },
  { head: 'BY', cell: ({ requestedBy }: ApprovalRequest) => requestedBy },
  { head: 'WHAT', cell: ({ kind }: ApprovalRequest) => kind },
  { head: 'ABOUT', cell: ({ subject }: ApprovalRequest) => subject },
  { head: 'KES', cell: ({ amountKes }: ApprovalRequest) => amountKes ?? '', isNumber: true },
  { head: 'STATE', cell: ({ state }: ApprovalRequest) => state },
  { head: 'NOTE', cell: ({ note, reason }: ApprovalRequest) => note ?? reason ?? '' },
]
