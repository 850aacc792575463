import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { listAll } from '../../list-all.ts'
import type { Connection, Globals } from '../connect.ts'
import { findMemberId } from '../find-member-id.ts'
import { printAnswer, remark } from '../print-answer.ts'
import { printTable } from '../print-table.ts'
import type { Terminal } from '../terminal.ts'

type Listing = {
  terminal: Terminal
  globals: Globals
  options: {
    status?: WithdrawalStatus | undefined
    held?: true | undefined
    member?: string | undefined
    limit: number
    after?: string | undefined
    all?: true | undefined
  }
}

export async function listWithdrawals(
  { client }: Connection,
  { terminal, globals, options }: Listing,
): Promise<void> {
  const { status, held, member, limit, after, all } = options
  const memberId = member === undefined ? undefined : await findMemberId(client, member)
  const filter = {
    sort: 'oldest' as const,
    ...(status && { status }),
    ...(held && { isHeld: true }),
    ...(memberId && { memberId }),
  }
  const rows = all
    ? await collect(listAll(client.admin.listWithdrawals, filter))
    : await client.admin.listWithdrawals.query({ ...filter, ...(after && { after }), limit })
  const next = (!all && rows.length === limit && rows.at(-1)?.id) || null
  await printAnswer(terminal, globals, {
    document: { withdrawals: rows, next },
    show: async () => {
      await printTable(terminal, COLUMNS, { rows, empty: 'No withdrawals.' })
      if (next) await remark(terminal, `There may be more: --after ${next}`)
    },
  })
}

/** Collect an async iterable. */
async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

const COLUMNS = [
  { head: 'ID', cell: ({ id }: AdminWithdrawal) => id },
  { head: 'REQUESTED', cell: ({ requestedAt }: AdminWithdrawal) => new Date(requestedAt) },
  { head: 'MEMBER', cell: ({ userEmail }: AdminWithdrawal) => userEmail },
  { head: 'METHOD', cell: ({ withdrawalMethod }: AdminWithdrawal) => withdrawalMethod },
  { head: 'POINTS', cell: ({ pointsToWithdraw }: AdminWithdrawal) => pointsToWithdraw, isNumber: true },
  { head: 'KES', cell: ({ amountKes }: AdminWithdrawal) => amountKes, isNumber: true },
  { head: 'STATUS', cell: ({ status }: AdminWithdrawal) => status },
  { head: 'NOTE', cell: describeNote },
]

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
