import { formatKes } from '@chuma/contract/format-money'
import type { ApprovalOutcome } from '@chuma/contract/payouts/payout-queue'
import { isChumaError } from '../../is-chuma-error.ts'
import { listAll } from '../../list-all.ts'
import { confirm } from '../ask.ts'
import type { Connection, Globals } from '../connect.ts'
import { printAnswer, remark } from '../print-answer.ts'
import { printTable } from '../print-table.ts'
import { startProgress } from '../start-progress.ts'
import { EXIT, stopWith } from '../stop-with.ts'
import type { Terminal } from '../terminal.ts'
import { endAsDone, type RowResult, type WorkDone, workThrough } from '../work-through.ts'

type Decision = { terminal: Terminal; globals: Globals; ids: string[] }

/** The server accepts a thousand. Smaller batches show progress and leave fewer unknown outcomes. */
const PIECE = 50

/** The given ids, or all pending ones exactly as confirmed. */
export async function approve(
  connection: Connection,
  { terminal, globals, ids, isSure }: Decision & { isSure: boolean },
): Promise<void> {
  const { client } = connection
  const chosen = ids.length > 0 ? ids : await choosePending(connection, { terminal, isSure })
  const done = await workThrough(terminal, chosen, {
    label: 'Approving',
    pieceSize: PIECE,
    decide: async (piece) => (await client.admin.approveWithdrawals.mutate({ ids: piece })).results,
  })
  await report(terminal, globals, done)
  endAsDone(done, 'approved')
}

async function choosePending(
  { client, url }: Connection,
  { terminal, isSure }: { terminal: Terminal; isSure: boolean },
): Promise<string[]> {
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
export async function approveReviewed(connection: Connection, decision: Decision): Promise<void> {
  await decideEach(connection, decision, { label: 'Approving', status: 'approved', adminNotes: '' })
}

export async function reject(connection: Connection, decision: Decision & { reason: string }): Promise<void> {
  const { reason } = decision
  await decideEach(connection, decision, { label: 'Rejecting', status: 'rejected', adminNotes: reason })
}

type Wanted = { label: string; status: 'approved' | 'rejected'; adminNotes: string }

async function decideEach(
  { client }: Connection,
  { terminal, globals, ids }: Decision,
  { label, status, adminNotes }: Wanted,
): Promise<void> {
  const decideOne = async ([id = '']: string[]): Promise<RowResult[]> => {
    try {
      await client.admin.decideWithdrawal.mutate({ id, status, adminNotes })
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
  const done = await workThrough(terminal, ids, { label, pieceSize: 1, decide: decideOne })
  await report(terminal, globals, done)
  endAsDone(done, status)
}

async function report(terminal: Terminal, globals: Globals, done: WorkDone): Promise<void> {
  const { results, unknown, notTried } = done
  await printAnswer(terminal, globals, {
    document: { results, unknown, notTried },
    show: async () => {
      const rows = [
        ...results,
        ...unknown.map((id) => ({ id, outcome: 'not known', message: null })),
        ...notTried.map((id) => ({ id, outcome: 'not tried', message: null })),
      ]
      await printTable(terminal, COLUMNS, { rows, empty: 'Nothing is pending.' })
      const isWhole = rows.length === results.length && rows.length > 0
      if (isWhole) await remark(terminal, summarise(results))
    },
  })
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

const COLUMNS = [
  { head: 'ID', cell: ({ id }: RowResult) => id },
  { head: 'RESULT', cell: ({ outcome, message }: RowResult) => message ?? WORDS[outcome] ?? outcome },
]
