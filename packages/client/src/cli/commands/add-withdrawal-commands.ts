import { HOLD_REASONS } from '@chuma/contract/payouts/holds'
import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { Option } from '@commander-js/extra-typings'
import { connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { rowId, rowIds, wholeNumber } from '../read-option.ts'
import { EXIT, stopWith } from '../stop-with.ts'
import type { Terminal } from '../terminal.ts'
import { addCorrectionCommand } from './add-correction-command.ts'
import { approve, approveReviewed, reject } from './decide-many.ts'
import { liftHolds } from './lift-holds.ts'
import { listWithdrawals } from './list-withdrawals.ts'

const STATUSES = ['pending', 'approved', 'rejected', 'paid'] as const satisfies WithdrawalStatus[]

export function addWithdrawalCommands(program: Program, terminal: Terminal): void {
  const withdrawals = program.command('withdrawals').description('list, approve and reject withdrawals')

  withdrawals
    .command('list')
    .description('list them, oldest first')
    .addOption(new Option('--status <status>', 'only those').choices(STATUSES))
    .option('--held', 'only those on hold')
    .option('--member <who>', 'only of this member (email address or id)')
    .option('--limit <rows>', 'number of rows, 1 to 100', wholeNumber(1, 100), 50)
    .option('--after <id>', 'continue after this row, the last of the previous page', rowId)
    .option('--all', 'every page')
    .addHelpText('after', LIST_EXAMPLES)
    .action(async (options, command) => {
      const globals = command.optsWithGlobals()
      await listWithdrawals(await connect(terminal, globals), { terminal, globals, options })
    })

  withdrawals
    .command('approve')
    .description('approve one, several or all that are pending')
    .argument('[ids...]', 'ids of withdrawals', rowIds)
    .option('--all-pending', 'all that are pending now, after you have seen their number and total')
    .option('--reviewed', 'approve one in review, after you have reviewed it')
    .option('--yes', 'skip the confirmation')
    .addHelpText('after', APPROVE_EXAMPLES)
    .action(async (ids = [], options, command) => {
      const globals = command.optsWithGlobals()
      if (ids.length > 0 === (options.allPending === true)) {
        throw stopWith(EXIT.usage, 'Give the ids, or --all-pending.')
      }
      if (options.reviewed && ids.length !== 1) throw stopWith(EXIT.usage, '--reviewed goes with one id.')
      const connection = await connect(terminal, globals)
      const decision = { terminal, globals, ids }
      if (options.reviewed) await approveReviewed(connection, decision)
      else await approve(connection, { ...decision, isSure: options.yes === true })
    })

  withdrawals
    .command('reject')
    .description('reject one or several; members get their points back')
    .argument('<ids...>', 'ids of withdrawals', rowIds)
    .requiredOption('--reason <words>', 'why; the member reads it')
    .addHelpText('after', REJECT_EXAMPLES)
    .action(async (ids, options, command) => {
      const globals = command.optsWithGlobals()
      await reject(await connect(terminal, globals), { terminal, globals, ids, reason: options.reason })
    })

  withdrawals
    .command('lift')
    .description('lift what holds one, so that it can be paid')
    .argument('<id>', 'id of the withdrawal', rowId)
    .addOption(new Option('--hold <reason>', 'only this one').choices(HOLD_REASONS))
    .requiredOption('--reason <words>', 'why; it is kept')
    .addHelpText('after', LIFT_EXAMPLE)
    .action(async (id, { hold, reason }, command) => {
      const globals = command.optsWithGlobals()
      await liftHolds(await connect(terminal, globals), { terminal, globals, id, hold, reason })
    })

  addCorrectionCommand(withdrawals, terminal)
}

const LIST_EXAMPLES = `
Examples:
  chuma withdrawals list --status pending
  chuma withdrawals list --member ann@example.com --all --json`

const APPROVE_EXAMPLES = `
Those that somebody has to look at are left as they are, and each row says so. Approving twice approves once.

Examples:
  chuma withdrawals approve 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e
  chuma withdrawals approve 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e --reviewed
  chuma withdrawals approve --all-pending
  chuma withdrawals approve --all-pending --yes --json`

const REJECT_EXAMPLES = `
Example:
  chuma withdrawals reject 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e --reason "The name on the account is another one"`

const LIFT_EXAMPLE = `
Example:
  chuma withdrawals lift 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e --reason "Called the member"`
