import { formatKes } from '@chuma/contract/format-money'
import { CORRECTION_KINDS, RETURN_CAUSES } from '@chuma/contract/payouts/destinations'
import type { ApprovalOutcome } from '@chuma/contract/payouts/payout-queue'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import { HOLD_REASONS } from '@chuma/contract/wallet/holds'
import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { Option } from '@commander-js/extra-typings'
import { isChumaError } from '../is-chuma-error.ts'
import { listAll } from '../list-all.ts'
import { askAnother, findMemberId, type Program, rowId, rowIds, wholeNumber } from './command.ts'
import { connect, type Session } from './connect.ts'
import { type Columns, printAnswer, printPage, printRows, remark } from './print.ts'
import {
  confirm,
  describeFailure,
  EXIT,
  type Failure,
  startProgress,
  stopWith,
  type Terminal,
} from './terminal.ts'

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

/** The server accepts a thousand. Smaller batches show progress and leave fewer unknown outcomes. */
const PIECE = 50

/** The given ids, or all pending ones exactly as confirmed. */
async function approve(session: Session, ids: string[], isSure: boolean): Promise<void> {
  const chosen = ids.length > 0 ? ids : await choosePending(session, isSure)
  const done = await workThrough(session.terminal, chosen, {
    label: 'Approving',
    pieceSize: PIECE,
    decide: async (piece) => (await session.client.admin.approveWithdrawals.mutate({ ids: piece })).results,
  })
  await report(session, done)
  endAsDone(done, 'approved')
}

async function choosePending({ client, url, terminal }: Session, isSure: boolean): Promise<string[]> {
  const ids: string[] = []
  let sumKes = 0
  const progress = startProgress(terminal, 'Reading what is pending:')
  try {
    for await (const { id, amountKes } of listAll(client.admin.listWithdrawals, {
      status: 'pending',
      sort: 'oldest',
    })) {
      ids.push(id)
      sumKes += amountKes
      progress.advance(1)
    }
  } finally {
    progress.stop()
  }
  const question = `Approve ${ids.length} withdrawals of ${formatKes(sumKes)} in all, at ${url}?`
  if (ids.length > 0 && !isSure && !(await confirm(terminal, question))) {
    throw stopWith(EXIT.refused, 'Nothing was approved.')
  }
  return ids
}

/** Approve one individually, which is allowed for withdrawals in review. */
function approveReviewed(session: Session, ids: string[]): Promise<void> {
  return decideEach(session, ids, { label: 'Approving', status: 'approved', adminNotes: '' })
}

function reject(session: Session, ids: string[], reason: string): Promise<void> {
  return decideEach(session, ids, { label: 'Rejecting', status: 'rejected', adminNotes: reason })
}

type Wanted = { label: string; status: 'approved' | 'rejected'; adminNotes: string }

async function decideEach(session: Session, ids: string[], { label, status, adminNotes }: Wanted) {
  const decideOne = async ([id = '']: string[]): Promise<RowResult[]> => {
    try {
      await session.client.admin.decideWithdrawal.mutate({ id, status, adminNotes })
      return [{ id, outcome: status, message: null }]
    } catch (error) {
      if (isChumaError(error) && error.code === 'APPROVAL_PENDING') {
        return [{ id, outcome: 'needs-second-admin', message: error.message }]
      }
      // A withdrawal that was decided meanwhile does not stop the others; a missing permission does.
      if (!isChumaError(error) || ![404, 409].includes(error.httpStatus)) throw error
      return [{ id, outcome: 'refused', message: error.message }]
    }
  }
  const done = await workThrough(session.terminal, ids, { label, pieceSize: 1, decide: decideOne })
  await report(session, done)
  endAsDone(done, status)
}

async function report(session: Session, { results, unknown, notTried }: WorkDone): Promise<void> {
  const rows = [
    ...results,
    ...unknown.map((id) => ({ id, outcome: 'not known', message: null })),
    ...notTried.map((id) => ({ id, outcome: 'not tried', message: null })),
  ]
  const table = { columns: COLUMNS, rows, empty: 'Nothing is pending.' }
  await printRows(session, { results, unknown, notTried }, table)
  const isWhole = rows.length === results.length && rows.length > 0
  if (isWhole && !session.globals.json) await remark(session.terminal, summarise(results))
}

function summarise(results: readonly RowResult[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, count]) => `${count} ${WORDS[outcome] ?? outcome}`).join(', ')
}

const WORDS: Partial<Record<string, string>> = {
  'needs-second-admin': 'waiting for a second person',
  'in-review': 'to be looked at one by one',
  'payouts-paused': 'of members whose payouts are paused',
  'no-longer-pending': 'no longer pending',
  own: 'your own: ask somebody else',
  'unknown-id': 'not found',
} satisfies Partial<Record<ApprovalOutcome, string>>

const COLUMNS: Columns<RowResult> = {
  ID: ({ id }) => id,
  RESULT: ({ outcome, message }) => message ?? WORDS[outcome] ?? outcome,
}

type RowResult = { id: string; outcome: string; message: string | null }
type Work = {
  label: string
  /** Rows per batch, and so the maximum of unknown outcomes after a broken connection. */
  pieceSize: number
  decide: (ids: string[]) => Promise<RowResult[]>
}
type WorkDone = {
  results: RowResult[]
  /** In flight when the connection broke: their outcome is unknown. */
  unknown: string[]
  notTried: string[]
  failure: Failure | null
}

/** Process rows in batches and track what is done. Ctrl-C stops after the current batch. */
async function workThrough(terminal: Terminal, ids: readonly string[], { label, pieceSize, decide }: Work) {
  const results: RowResult[] = []
  const progress = startProgress(terminal, label, ids.length)
  try {
    for (let start = 0; start < ids.length; start += pieceSize) {
      if (terminal.interrupted.aborted) {
        const failure = { exitCode: EXIT.interrupted, lines: ['Interrupted.'] }
        return { results, unknown: [], notTried: ids.slice(start), failure }
      }
      const piece = ids.slice(start, start + pieceSize)
      try {
        results.push(...(await decide(piece)))
      } catch (error) {
        const failure = describeFailure(error, { interrupted: new AbortController().signal })
        const isUnknown = failure.exitCode === EXIT.unreachable
        const rest = ids.slice(start + piece.length)
        return {
          results,
          unknown: isUnknown ? piece : [],
          notTried: isUnknown ? rest : [...piece, ...rest],
          failure,
        }
      }
      progress.advance(piece.length)
    }
  } finally {
    progress.stop()
  }
  return { results, unknown: [], notTried: [], failure: null }
}

/** @throws Stop unless every row has the wanted outcome */
function endAsDone({ results, unknown, notTried, failure }: WorkDone, wanted: string): void {
  const done = results.filter(({ outcome }) => outcome === wanted).length
  const all = results.length + unknown.length + notTried.length
  if (done === all) return
  const parts = [
    ...(failure?.lines ?? []),
    `${done} of ${all} ${wanted}.`,
    ...(unknown.length > 0 ? [`${unknown.length} not known: list them before you try again.`] : []),
    ...(notTried.length > 0 ? [`${notTried.length} not tried.`] : []),
  ]
  throw stopWith(done > 0 ? EXIT.partly : (failure?.exitCode ?? EXIT.refused), parts.join('\n'))
}
