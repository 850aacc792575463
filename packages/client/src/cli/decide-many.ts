import { formatKes } from '@chuma/contract/format-money'
import type { ApprovalOutcome } from '@chuma/contract/payouts/payout-queue'
import { isChumaError } from '../is-chuma-error.ts'
import { listAll } from '../list-all.ts'
import type { Session } from './connect.ts'
import { type Columns, printRows, remark } from './print.ts'
import {
  confirm,
  describeFailure,
  EXIT,
  type Failure,
  startProgress,
  stopWith,
  type Terminal,
} from './terminal.ts'

/** The server accepts a thousand. Smaller batches show progress and leave fewer unknown outcomes. */
const PIECE = 50

/** The given ids, or all pending ones exactly as confirmed. */
export async function approve(session: Session, ids: string[], isSure: boolean): Promise<void> {
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
export function approveReviewed(session: Session, ids: string[]): Promise<void> {
  return decideEach(session, ids, { label: 'Approving', status: 'approved', adminNotes: '' })
}

export function reject(session: Session, ids: string[], reason: string): Promise<void> {
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
