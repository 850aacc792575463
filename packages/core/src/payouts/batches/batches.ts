import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Answer } from '@chuma/contract/fields'
import {
  type BatchCell,
  type BatchFormat,
  type bankBatches,
  type CancelBankBatchInput,
  type CreateBankBatchInput,
  MAX_BATCH_ROWS,
} from '@chuma/contract/payouts/bank-batches'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { isSamePerson } from '@chuma/db/queries/auth/people'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import {
  cancelBatchRows,
  findBatch,
  findBatchEnd,
  getBatch,
  insertBatch,
  insertBatchStep,
  isBatchInDoubt,
  listBatches,
  listBatchRows,
  listForBatch,
  lockBatches,
  takeBatchNumber,
} from '@chuma/db/queries/payouts/bank-batches'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import { orAskAnother, passApproval } from '../../approvals/or-ask-another.ts'
import { requireAnother } from '../../auth/staff.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { isSecretLost } from '../../secrets/secrets.ts'
import { openAccount } from '../details.ts'
import { reviewHoldsOf } from '../holds/review-holds.ts'
import { refuseWhenRestored } from '../queue/queue.ts'

type Batching = Pick<Deps, 'db' | 'economy' | 'secrets' | 'reportFailure'>

/**
 * Collect the bank payments that wait, and nothing holds, into a numbered batch. From now on each of them is paid by this batch or by
 * nothing: it is neither rejected nor paid by hand until the bank has spoken. The holds are evaluated first, because the file is what
 * is paid. One's own payment is left to others.
 * @throws AppError INVALID_INPUT if nothing waits, PAYOUTS_STOPPED after a restore
 */
export async function createBankBatch(deps: Batching, staff: StaffActor, { format }: CreateBankBatchInput) {
  const candidates = await listForBatch(deps.db, MAX_BATCH_ROWS)
  const evaluated = new Set<string>()
  await eachAlone(deps, candidates, {
    name: ({ withdrawalId }) => `evaluation of withdrawal ${withdrawalId}`,
    work: async ({ withdrawalId }) => {
      await reviewHoldsOf(deps, withdrawalId)
      evaluated.add(withdrawalId)
    },
  })
  return deps.db.transaction().execute(async (trx) => {
    await refuseWhenRestored(trx)
    // The wallets before the batch, in one order: decisions about these withdrawals wait, and see them in it.
    for (const memberId of [...new Set(candidates.map((row) => row.memberId))].sort()) {
      await lockWallet(trx, memberId)
    }
    const number = await takeBatchNumber(trx)
    const waiting = (await listForBatch(trx, MAX_BATCH_ROWS)).filter(({ withdrawalId }) =>
      evaluated.has(withdrawalId),
    )
    const rows = await toRows(trx, deps, { staff, number, waiting })
    if (rows.length === 0) throw invalidField('format', 'NOTHING_WAITS')
    const day = await getBusinessDay(trx)
    const batchId = randomUUID()
    const contentHash = createHash('sha256')
      .update(writeBatchFile(format, day, rows))
      .digest()
    const totalKes = rows.reduce((sum, { amountKes }) => sum + amountKes, 0)
    const batch = { batchId, number, format, day, rowCount: rows.length, totalKes, contentHash }
    await insertBatch(
      trx,
      { ...batch, createdBy: staff.name },
      rows.map(({ line, reference, amountKes, memberId, withdrawalId }) => ({
        line,
        reference,
        amountKes,
        memberId,
        withdrawalId,
      })),
    )
    await recordAct(trx, staff, {
      action: 'bank-batch.created',
      subject: `bank-batch:${number}`,
      after: { rows: rows.length, totalKes, sha256: contentHash.toString('hex') },
    })
    const [made] = await listBatches(trx, 1)
    if (!made) throw new Error('the batch was made just now')
    return made
  })
}

type Waiting = Awaited<ReturnType<typeof listForBatch>>
type Row = FileRow & { memberId: string; withdrawalId: string }
type Collecting = { staff: StaffActor; number: number; waiting: Waiting }

/** An account that cannot be opened is reported, and stays for a person. */
async function toRows(trx: Trx, deps: Batching, { staff, number, waiting }: Collecting): Promise<Row[]> {
  const rows: Row[] = []
  for (const { memberId, withdrawalId, payoutKes, bankName, accountName, accountNumber } of waiting) {
    if (await isSamePerson(trx, staff.name, `member:${memberId}`)) continue
    if (accountNumber === null) continue
    const line = rows.length + 1
    try {
      rows.push({
        line,
        // Unguessable, so that a result file that nobody got from the bank names no row by chance.
        reference: `B${number}-${line}-${randomBytes(4).toString('hex').toUpperCase()}`,
        amountKes: payoutKes,
        bankName: bankName ?? '',
        accountName: accountName ?? '',
        accountNumber: openAccount(deps.secrets, { table: 'withdrawal', id: withdrawalId }, accountNumber),
        memberId,
        withdrawalId,
      })
    } catch (error) {
      deps.reportFailure(error, `withdrawal ${withdrawalId} cannot go into a batch`)
    }
  }
  return rows
}

type FileRow = {
  line: number
  reference: string
  amountKes: number
  bankName: string
  accountNumber: string
  accountName: string
}

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Write a bank's file. The same rows always give the same bytes. It has no byte order mark, because banks read it and not
 * spreadsheets.
 */
export function writeBatchFile(format: BatchFormat, day: string, rows: readonly FileRow[]): string {
  const delimiter = DELIMITERS[format.delimiter]
  const lines = rows.map((row) =>
    format.columns.map(({ cell, text }) => toText(format, { cell, text, day, row })),
  )
  const head = format.hasHeader ? [format.columns.map(({ header }) => defuse(header))] : []
  return [...head, ...lines]
    .map((cells) => `${cells.map((text) => quote(text, delimiter)).join(delimiter)}\r\n`)
    .join('')
}

type Cell = { cell: BatchCell; text: string; day: string; row: FileRow }

function toText(format: BatchFormat, { cell, text, day, row }: Cell): string {
  switch (cell) {
    case 'reference':
      return row.reference
    case 'amount':
      return format.amountFormat === 'whole' ? String(row.amountKes) : `${row.amountKes}.00`
    // Exact, with its leading zeros: it has only digits, so no program takes it for a formula.
    case 'account':
      return row.accountNumber
    case 'name':
      return defuse(row.accountName)
    case 'bank':
      return defuse(row.bankName)
    case 'date':
      return writeDate(format.dateFormat, day)
    case 'line':
      return String(row.line)
    case 'constant':
      return defuse(text)
  }
}

/**
 * A text without what a spreadsheet runs as a formula. Unlike in files for spreadsheets, no apostrophe goes in front: the bank would
 * take it for a part of the name.
 */
function defuse(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N} .,'&/-]/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replaceAll(/ +/g, ' ')
    .trim()
}

function quote(text: string, delimiter: string): string {
  return text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
}

function writeDate(format: BatchFormat['dateFormat'], day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const name = MONTHS[Number(month) - 1] ?? ''
  return format.replace('YYYY', year).replace('MMM', name).replace('MM', month).replace('DD', date)
}

/**
 * Take back a batch that was never uploaded: its payments wait for the next one. If anyone has its file it takes a second person,
 * because a file that was uploaded all the same would be paid twice. The result of a bank, or the word that it is uploaded, ends that
 * possibility.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED if it was uploaded or cancelled or the bank has spoken, FORBIDDEN if it pays oneself,
 * APPROVAL_PENDING
 */
export async function cancelBankBatch(deps: Deps, staff: StaffActor, input: CancelBankBatchInput) {
  const { id, reason } = input
  const batch = orRefuse(await findBatch(deps.db, id), 'NOT_FOUND')
  const members = new Set((await listBatchRows(deps.db, id)).map(({ memberId }) => memberId))
  for (const memberId of members) await requireAnother(deps.db, staff, memberId)
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      // As createBankBatch does: a result that is being imported is finished, or finds the batch cancelled.
      for (const memberId of [...members].sort()) await lockWallet(trx, memberId)
      await lockBatches(trx)
      const { end, isDownloaded } = await findBatchEnd(trx, id)
      const isOpen = (await listBatchRows(trx, id)).every(({ outcome }) => outcome === null)
      if (end !== null || !isOpen) throw new AppError('ALREADY_DECIDED')
      const subject = `bank-batch:${batch.number}`
      const acts = await passApproval(
        trx,
        {
          kind: 'cancel-bank-batch',
          subject,
          payload: input,
          before: { rows: batch.rowCount, totalKes: batch.totalKes },
          after: { rows: 0 },
          amountKes: batch.totalKes,
          reason,
        },
        { staff, isAboveLimit: async () => isDownloaded },
      )
      await insertBatchStep(trx, { batchId: id, step: 'cancelled', reason, by: staff.name })
      const rows = await cancelBatchRows(trx, id, staff.name)
      await recordAct(trx, staff, {
        action: 'bank-batch.cancelled',
        subject,
        before: { rows, totalKes: batch.totalKes },
        after: { isDownloaded, ...acts },
        reason,
      })
      return getBatch(trx, id)
    }),
  )
}

/**
 * Write a batch's file. Its accounts are opened only here, and the audit log says who did. Every download has the same bytes: a file
 * that would differ from the first one is refused.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED if the batch was cancelled, PAYOUTS_STOPPED and WITHDRAWAL_HELD after a restore,
 * SECRET_LOST if the key of an account is lost
 */
export async function downloadBankBatch(
  deps: Pick<Deps, 'db' | 'secrets'>,
  staff: StaffActor,
  { id }: { id: string },
): Promise<string> {
  const batch = orRefuse(await findBatch(deps.db, id), 'NOT_FOUND')
  const rows = openRows(deps, await listBatchRows(deps.db, id))
  const file = writeBatchFile(batch.format, batch.day, rows)
  if (!createHash('sha256').update(file).digest().equals(batch.contentHash)) {
    throw new Error(`the file of bank batch ${batch.number} is not what it was`)
  }
  await deps.db.transaction().execute(async (trx) => {
    // Nobody gets the file of a batch that is being cancelled, nor cancels one without seeing that somebody got its file.
    await lockBatches(trx)
    if ((await findBatchEnd(trx, id)).end === 'cancelled') throw new AppError('ALREADY_DECIDED')
    await refuseWhenRestored(trx)
    // Its file may be with the bank since the backup.
    if (await isBatchInDoubt(trx, id)) throw new AppError('WITHDRAWAL_HELD', { reason: 'restored' })
    await insertBatchStep(trx, { batchId: id, step: 'downloaded', by: staff.name })
    await recordAct(trx, staff, {
      action: 'bank-batch.downloaded',
      subject: `bank-batch:${batch.number}`,
      after: { rows: batch.rowCount, totalKes: batch.totalKes },
    })
  })
  return file
}

function openRows({ secrets }: Pick<Deps, 'secrets'>, rows: Awaited<ReturnType<typeof listBatchRows>>) {
  try {
    return rows.map(({ accountNumber, withdrawalId, ...row }) => ({
      ...row,
      bankName: row.bankName ?? '',
      accountName: row.accountName ?? '',
      accountNumber: accountNumber
        ? openAccount(secrets, { table: 'withdrawal', id: withdrawalId }, accountNumber)
        : '',
    }))
  } catch (error) {
    throw isSecretLost(error) ? new AppError('SECRET_LOST', { what: 'batch' }) : error
  }
}

/**
 * Say that a batch's file is with the bank. From now on only the bank's result ends it.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED if it was uploaded or cancelled
 */
export async function markBatchUploaded({ db }: Pick<Deps, 'db'>, staff: StaffActor, { id }: { id: string }) {
  const batch = orRefuse(await findBatch(db, id), 'NOT_FOUND')
  return db.transaction().execute(async (trx) => {
    await lockBatches(trx)
    const { end } = await findBatchEnd(trx, id)
    if (end !== null) throw new AppError('ALREADY_DECIDED')
    await insertBatchStep(trx, { batchId: id, step: 'uploaded', by: staff.name })
    await recordAct(trx, staff, {
      action: 'bank-batch.uploaded',
      subject: `bank-batch:${batch.number}`,
      after: { rows: batch.rowCount, totalKes: batch.totalKes },
    })
    return getBatch(trx, id)
  })
}

const MAX_BATCHES = 100

/** List the newest batches, and what waits for the next one. */
export async function listBankBatches({ db }: Pick<Deps, 'db'>): Promise<Answer<typeof bankBatches>> {
  const [waiting, batches] = await Promise.all([
    listForBatch(db, MAX_BATCH_ROWS),
    listBatches(db, MAX_BATCHES),
  ])
  return {
    waitingCount: waiting.length,
    waitingKes: waiting.reduce((sum, { payoutKes }) => sum + payoutKes, 0),
    batches,
  }
}
