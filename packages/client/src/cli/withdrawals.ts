import { CORRECTION_KINDS, RETURN_CAUSES } from '@chuma/contract/payouts/destinations'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import { HOLD_REASONS } from '@chuma/contract/wallet/holds'
import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { Option } from '@commander-js/extra-typings'
import { listAll } from '../list-all.ts'
import { askAnother, findMemberId, type Program, rowId, rowIds, wholeNumber } from './command.ts'
import { connect } from './connect.ts'
import { approve, approveReviewed, reject } from './decide-many.ts'
import { type Columns, printAnswer, printPage } from './print.ts'
import { EXIT, stopWith, type Terminal } from './terminal.ts'

const STATUSES = ['pending', 'approved', 'rejected', 'paid'] as const satisfies WithdrawalStatus[]

export function addWithdrawalCommands(program: Program, terminal: Terminal): void {
  const withdrawals = program.command('withdrawals').description('list, approve and reject withdrawals')

  addListing(withdrawals, terminal)
  withdrawals
    .command('approve')
    .description('approve one, several or all that are pending')
    .argument('[ids...]', 'ids of withdrawals', rowIds)
    .option('--all-pending', 'all that are pending now, after you have seen their number and total')
    .option('--reviewed', 'approve one in review, after you have reviewed it')
    .option('--yes', 'skip the confirmation')
    .addHelpText('after', APPROVE_EXAMPLES)
    .action(async (ids = [], options, command) => {
      if (ids.length > 0 === (options.allPending === true)) {
        throw stopWith(EXIT.usage, 'Give the ids, or --all-pending.')
      }
      if (options.reviewed && ids.length !== 1) throw stopWith(EXIT.usage, '--reviewed goes with one id.')
      const session = await connect(terminal, command)
      if (options.reviewed) await approveReviewed(session, ids)
      else await approve(session, ids, options.yes === true)
    })

  withdrawals
    .command('reject')
    .description('reject one or several; members get their points back')
    .argument('<ids...>', 'ids of withdrawals', rowIds)
    .requiredOption('--reason <words>', 'why; the member reads it')
    .addHelpText('after', REJECT_EXAMPLES)
    .action(async (ids, { reason }, command) => reject(await connect(terminal, command), ids, reason))

  addLifting(withdrawals, terminal)
  addCorrection(withdrawals, terminal)
}

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

type Group = ReturnType<Program['command']>

function addListing(withdrawals: Group, terminal: Terminal): void {
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
    .action(async ({ status, held, member, limit, after, all }, command) => {
      const session = await connect(terminal, command)
      const { listWithdrawals } = session.client.admin
      const memberId = member === undefined ? undefined : await findMemberId(session, member)
      const filter = { sort: 'oldest', status, isHeld: held, memberId } as const
      const rows = all
        ? await collect(listAll(listWithdrawals, filter))
        : await listWithdrawals.query({ ...filter, after, limit })
      const table = { columns: WITHDRAWALS, rows, empty: 'No withdrawals.' }
      await printPage(session, 'withdrawals', { ...table, limit: all ? Infinity : limit, place: 'id' })
    })
}

const LIST_EXAMPLES = `
Examples:
  chuma withdrawals list --status pending
  chuma withdrawals list --member ann@example.com --all --json`

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

const WITHDRAWALS: Columns<AdminWithdrawal> = {
  ID: ({ id }) => id,
  REQUESTED: ({ requestedAt }) => new Date(requestedAt),
  MEMBER: ({ userEmail }) => userEmail,
  METHOD: ({ withdrawalMethod }) => withdrawalMethod,
  POINTS: ({ pointsToWithdraw }) => pointsToWithdraw,
  KES: ({ amountKes }) => amountKes,
  STATUS: ({ status }) => status,
  NOTE: describeNote,
}

/** The note that matters for a decision, or its outcome. */
function describeNote(row: AdminWithdrawal): string {
  const notes = [
    row.isPaused ? 'payouts paused' : null,
    row.holds.length > 0 ? `on hold: ${row.holds.map(({ reason }) => reason).join(', ')}` : null,
    row.isInReview ? `to be looked at: ${row.reviewReasons.join(', ') || 'its risk'}` : null,
    row.status === 'pending' && row.firstApprovedBy
      ? `waiting for a second person after ${row.firstApprovedBy}`
      : null,
    row.status === 'approved' ? row.payoutState : null,
    row.receipt ?? row.adminComment,
  ]
  return notes.filter((note) => note !== null).join(' · ')
}

/** Lift the holds of one withdrawal, each on its own: what cannot be lifted stays. */
function addLifting(withdrawals: Group, terminal: Terminal): void {
  withdrawals
    .command('lift')
    .description('lift what holds one, so that it can be paid')
    .argument('<id>', 'id of the withdrawal', rowId)
    .addOption(new Option('--hold <reason>', 'only this one').choices(HOLD_REASONS))
    .requiredOption('--reason <words>', 'why; it is kept')
    .addHelpText('after', LIFT_EXAMPLE)
    .action(async (id, { hold, reason }, command) => {
      const session = await connect(terminal, command)
      const { admin } = session.client
      const [found] = await admin.listWithdrawals.query({ search: id, limit: 1 })
      if (!found) throw stopWith(EXIT.refused, 'No such withdrawal.')
      const wanted = found.holds.filter(
        (each) => each.isLiftable && (hold === undefined || each.reason === hold),
      )
      if (wanted.length === 0) throw stopWith(EXIT.refused, 'There is no such hold that can be lifted.')
      let withdrawal = found
      for (const { id: holdId } of wanted) {
        withdrawal = await admin.liftHold.mutate({ id: found.id, holdId, reason })
      }
      const lifted = wanted.map((each) => each.reason)
      const left = withdrawal.holds.map((each) => each.reason).join(', ') || 'none'
      await printAnswer(session, { lifted, withdrawal }, `Lifted: ${lifted.join(', ')}. Left: ${left}.`)
    })
}

const LIFT_EXAMPLE = `
Example:
  chuma withdrawals lift 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e --reason "Called the member"`

/** Add the command that books what became of money after its end. */
function addCorrection(withdrawals: Group, terminal: Terminal): void {
  withdrawals
    .command('correct')
    .description('ask a second person to book money that came back, arrived late or arrived twice')
    .argument('<id>', 'id of the withdrawal', rowId)
    .addOption(new Option('--kind <kind>', 'what happened').choices(CORRECTION_KINDS).makeOptionMandatory())
    .option('--evidence <words>', 'what proves it; staff read it', '')
    .option('--row <id>', 'the row of a statement that proves it', rowId)
    .addOption(new Option('--cause <cause>', 'why it came back').choices(RETURN_CAUSES))
    .option('--receipt <receipt>', 'of the payment that arrived late or twice')
    .option('--note <words>', 'what happened; the member reads it', '')
    .option('--house-bears', 'the member neither gets the points back nor owes them')
    .addHelpText('after', CORRECT_EXAMPLE)
    .action(async (id, { row: rowId, receipt, houseBears, ...given }, command) => {
      if (!given.evidence && !rowId)
        command.error('error: give --evidence or --row: what proves it', { exitCode: 2 })
      const session = await connect(terminal, command)
      const correction = {
        id,
        rowId,
        receipt: receipt || undefined,
        isMembers: houseBears !== true,
        ...given,
      }
      await askAnother(session, () => session.client.admin.correctPayout.mutate(correction))
    })
}

const CORRECT_EXAMPLE = `
Example:
  chuma withdrawals correct 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e --kind returned --cause bank --note "The bank does not know the account" --evidence "Row 14 of the statement"`
