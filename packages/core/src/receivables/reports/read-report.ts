import { type Problem, problem } from '@chuma/contract/problems'
import type { ReportMapping, SettleDifferenceInput } from '@chuma/contract/receivables/reports'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  type DifferenceState,
  findDifference,
  lockDifference,
  updateDifferenceState,
} from '@chuma/db/queries/receivables/reports'
import { invalidField, orRefuse } from '../../app-error.ts'
import { requireAnother } from '../../auth/staff.ts'
import { type FileRow, findHead, nameOf, ORDER_OF, streamRows } from '../../books/statements/parse-file.ts'
import { readMoment, SIGNS } from '../../books/statements/read-bank.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type Mover, type StateMachine, takeStep } from '../../state-machine.ts'

const MAX_ID = 200
const MAX_CELL = 2000

type Content = {
  transactionId: string
  reference: string | null
  /** Never below zero: the status gives the direction. */
  usd: number
  status: 'approved' | 'pending' | 'reversed'
  /** For PostgreSQL: with its offset, or the name of its time zone. */
  moment: string
}
type Wrong = { wrong: { column: string; problem: Problem } }
export type ReportRow = { row: number; cells: readonly string[] } & (Content | Wrong)

export const isReadable = (row: ReportRow): row is ReportRow & Content => !('wrong' in row)

/**
 * Read a partner's report as a mapping says, row by row. A row that cannot be read says so itself.
 * @throws AppError INVALID_INPUT if the file as a whole cannot be read, its header lacks a mapped column, or it has too many rows
 */
export async function* readReport(
  csv: string,
  mapping: ReportMapping,
  { timeZone, maxRows }: { timeZone: string; maxRows: number },
): AsyncGenerator<ReportRow> {
  const { headerRow } = mapping
  const head = findHead(csv, headerRow, SIGNS[mapping.delimiter])
  const names = head.names.map(nameOf)
  const { transactionId, reference, amount, currency, status, time } = mapping
  const wanted = [transactionId, reference, amount, currency, status, time].filter(
    (name) => name !== undefined,
  )
  const missing = wanted.filter((name) => !names.includes(nameOf(name)))
  if (missing.length > 0)
    throw invalidField('csv', 'HEADER_ROW_WITHOUT', { row: headerRow, columns: missing })
  const statuses = readStatuses(mapping)
  for await (const row of streamRows(csv, head, maxRows)) {
    yield { ...row, ...readRow(row, { mapping, names, statuses, timeZone }) }
  }
}

type Terms = {
  mapping: ReportMapping
  names: string[]
  statuses: Map<string, Content['status']>
  timeZone: string
}

function readRow({ cells }: FileRow, { mapping, names, statuses, timeZone }: Terms): Content | Wrong {
  const fail = (column: string, found: Problem): Wrong => ({ wrong: { column, problem: found } })
  const cell = (name: string | undefined) => (name ? (cells[names.indexOf(nameOf(name))] ?? '') : '')
  if (cells.some((each) => each.length > MAX_CELL))
    return fail('', problem('ROW_TOO_LONG', { max: MAX_CELL }))
  const transactionId = cell(mapping.transactionId)
  if (!/^[\x21-\x7e]+$/.test(transactionId) || transactionId.length > MAX_ID)
    return fail(mapping.transactionId, problem('NO_TRANSACTION'))
  const status = statuses.get(nameOf(cell(mapping.status)))
  if (!status) return fail(mapping.status, problem('STATUS_UNKNOWN'))
  if (mapping.currency && !/^(USD|US\$|\$)$/i.test(cell(mapping.currency)))
    return fail(mapping.currency, problem('NOT_IN_USD'))
  const usd = readUsd(cell(mapping.amount), mapping.amountUnit)
  if (usd === null) return fail(mapping.amount, problem('NOT_A_USD_AMOUNT'))
  const time = cell(mapping.time)
  const moment = readMoment(time, timeZone, ORDER_OF[mapping.dateFormat])
  if (moment === null) return fail(mapping.time, problem('NOT_A_FILE_DAY', { format: mapping.dateFormat }))
  const reference = cell(mapping.reference)
  return {
    transactionId,
    reference: /^[\x21-\x7e]{1,200}$/.test(reference) ? reference : null,
    usd,
    status,
    moment,
  }
}

/** A status that two meanings name has the most cautious one. */
function readStatuses({ approved, pending = '', reversed }: ReportMapping) {
  const all = [
    ['approved', approved],
    ['pending', pending],
    ['reversed', reversed],
  ] as const
  const entries = all.flatMap(([status, words]) =>
    words.split(',').flatMap((word) => (nameOf(word) ? [[nameOf(word), status] as const] : [])),
  )
  return new Map<string, Content['status']>(entries)
}

/** Up to four decimals, thousands apart by commas; a sign or brackets for what is taken back. Never a rounded value. */
function readUsd(text: string, unit: ReportMapping['amountUnit']): number | null {
  const plain = text
    .replace(/^(-?)\s*(?:US\$|USD|\$)\s*/i, '$1')
    .replace(/USD$/i, '')
    .trim()
  const digits = /^[-+]?(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{1,4})?$/.exec(plain.replace(/^\((.*)\)$/, '$1'))
  if (!digits) return null
  const [, whole = '', decimals = ''] = digits
  const amount = Number(whole.replaceAll(',', '') + decimals)
  if (unit === 'dollars') return amount > 10_000_000 ? null : amount
  return decimals.length > 3 || amount > 1_000_000_000 ? null : Math.round(amount * 100) / 10_000
}

const STATES = { ask: 'asked', explain: 'explained', accept: 'accepted' } as const

/**
 * For finance and owners: note what staff do about a difference. It moves no points and no money: a missing event is sent again by
 * the partner, a missing credit is granted as a claim, and a debt is given up as a write-off.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, FORBIDDEN about a credit of one's own
 */
export function settleDifference(
  { db }: Deps,
  staff: StaffActor,
  { id, decision, note }: SettleDifferenceInput,
) {
  return db.transaction().execute(async (trx) => {
    const row = orRefuse(await lockDifference(trx, id), 'NOT_FOUND')
    if (row.memberId) await requireAnother(trx, staff, row.memberId)
    const to = STATES[decision]
    await moveDifference(trx, row, { to, by: 'staff', note, decidedBy: staff.name })
    await recordAct(trx, staff, {
      action: 'report-row.decided',
      subject: `report-row:${id}`,
      before: { state: row.state, outcome: row.outcome },
      after: { state: to, partnerId: row.partnerId, transactionId: row.transactionId },
      reason: note,
    })
    const decided = await findDifference(trx, id)
    if (!decided) throw new Error(`row ${id} of a report vanished`)
    return decided
  })
}

type Move = { to: DifferenceState; by: Mover; note?: string; decidedBy: string }

/** Move a row that the caller has locked. @throws AppError ALREADY_DECIDED for a step that is not in the table */
export async function moveDifference(
  trx: Trx,
  { rowId, state: from }: { rowId: string; state: DifferenceState },
  { to, by, note, decidedBy }: Move,
): Promise<void> {
  await takeStep(differenceMachine, { from, to, by }, () =>
    updateDifferenceState(trx, rowId, { from, to, note, decidedBy }),
  )
}

/** No step moves points or money: a report is what the partner says, and never pays or confirms a credit. */
export const differenceMachine: StateMachine<DifferenceState> = {
  name: 'Row of a partner’s report',
  refusal: 'ALREADY_DECIDED',
  states: {
    settled: 'says the same as our credit',
    open: 'differs from our credits and waits for staff',
    asked: 'the partner was asked to send the event again',
    explained: 'staff noted why it differs',
    accepted: 'staff noted that the partner is right',
    superseded: 'a later report says something else about the transaction',
  },
  begins: [
    { to: 'settled', by: 'worker', when: 'the import finds a credit that agrees' },
    { to: 'open', by: 'worker', when: 'the import finds none, or one that differs' },
  ],
  moves: {
    worker: [
      { from: ['open', 'asked'], to: 'settled', when: 'it is imported again, and agrees by now' },
      { from: ['open', 'asked'], to: 'superseded', when: 'a report has another row of the transaction' },
    ],
    staff: [
      { from: ['open'], to: 'asked', when: 'the partner is asked to send the event again' },
      { from: ['open', 'asked'], to: 'explained', when: 'they say why it differs' },
      { from: ['open', 'asked'], to: 'accepted', when: 'they say that the partner is right' },
    ],
  },
}
