import {
  type BookStatementRowInput,
  ENTRY_KINDS,
  type EntryKind,
  type RowPurpose,
  type UndoBookingInput,
} from '@chuma/contract/books/statements'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { lockReconciliation } from '@chuma/db/queries/books/reconciliation'
import { findClaims } from '@chuma/db/queries/books/reconciliation-books'
import {
  findBooking,
  findOwners,
  findStatementRow,
  isWaiting,
  listPaymentCandidates,
  listPayoutCandidates,
  type StoredRow,
  takeBack,
} from '@chuma/db/queries/books/statement-desk'
import {
  insertClaims,
  insertEntries,
  isEvidence,
  listReturnable,
  listTwiceOrLate,
  MPESA,
  upsertDeskRows,
} from '@chuma/db/queries/books/statement-rows'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import { requireAnother } from '../../auth/staff.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { reconcileBankDays } from '../reconciliation.ts'

/** List the payments of ours that a waiting row may belong to, the likeliest first. Those of other rows are left out. */
export async function listCandidates(deps: Deps, { id }: { id: string }) {
  const row = orRefuse(await findStatementRow(deps.db, id), 'NOT_FOUND')
  const cents = row.amountCents ?? 0
  if (cents % 100 !== 0 || cents === 0) return []
  const receipts = [row.receipt, row.linkedReceipt].filter((receipt) => receipt !== null)
  const wanted = { amountKes: Math.abs(cents) / 100, at: row.at, receipts }
  const found =
    cents < 0 ? await listPayoutCandidates(deps.db, wanted) : await listPaymentCandidates(deps.db, wanted)
  const claims = await findClaims(
    deps.db,
    found.map(({ kind, id }) => `${kind}:${id}`),
  )
  const taken = new Set(claims.map(({ subject }) => subject))
  return found.filter(({ kind, id }) => !taken.has(`${kind}:${id}`))
}

/**
 * For finance and owners: book a row that waits. It moves no money and no points, and settles no withdrawal: the comparison of its day
 * goes on showing what differs. A payment of ours belongs to one row.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, FORBIDDEN for one's own payment, INVALID_INPUT for a payment that another row has, or
 * that is not settled: first staff decide about it, so that a match never hides that nobody has
 */
export async function bookStatementRow(deps: Deps, staff: StaffActor, input: BookStatementRowInput) {
  const { id, kind, paymentId, note } = input
  const owner = paymentId === undefined ? undefined : (await findOwners(deps.db, [paymentId]))[0]
  if (paymentId !== undefined) {
    if (owner?.kind !== (kind === 'collection' ? kind : 'payout'))
      throw invalidField('paymentId', 'PAYMENT_MISSING')
    if (isMatch(kind) && !owner.isSettled) throw invalidField('paymentId', 'PAYMENT_OPEN')
    await requireAnother(deps.db, staff, owner.memberId)
  }
  return deps.db.transaction().execute(async (trx) => {
    await lockReconciliation(trx)
    const row = await requireRow(trx, id)
    if (!(await isWaiting(trx, id))) throw new AppError('ALREADY_DECIDED')
    requireFit(row, kind)
    if (paymentId !== undefined && isMatch(kind)) await claim(trx, { rowId: id, kind, paymentId })
    const link = paymentId && (kind === 'collection' ? { paymentId } : { withdrawalId: paymentId })
    await insertEntries(trx, [{ rowId: id, kind, rule: 'hand', note, ...link }], staff.name)
    await recordAct(trx, staff, {
      action: 'statement-row.booked',
      subject: `statement-row:${id}`,
      before: { reason: row.reason },
      after: { kind, receipt: row.receipt, amountCents: row.amountCents, ...link },
      ...(note && { reason: note }),
    })
    if (kind === 'payout' && paymentId) await reconcileBankDays(trx, [paymentId], staff.name)
    return requireRow(trx, id)
  })
}

/**
 * For finance and owners: take back how a row was booked, by staff or by a rule, so that it waits again. Possible until its day is
 * reconciled; the entry stays, and its opposite follows it.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED if it waits, its day is reconciled, or it proves a correction; FORBIDDEN for one's own payment
 */
export async function undoBooking(deps: Deps, staff: StaffActor, { id, note }: UndoBookingInput) {
  const booked = await findStatementRow(deps.db, id)
  if (booked?.memberId) await requireAnother(deps.db, staff, booked.memberId)
  return deps.db.transaction().execute(async (trx) => {
    await lockReconciliation(trx)
    await requireRow(trx, id)
    const booking = await findBooking(trx, id)
    // What proves a correction stays with it.
    if (!booking || booking.isReconciled || (await isEvidence(trx, id))) throw new AppError('ALREADY_DECIDED')
    const { seq, kind, withdrawalId, paymentId } = booking
    await takeBack(trx, { rowId: id, seq, note, by: staff.name })
    const link = { withdrawalId: withdrawalId ?? undefined, paymentId: paymentId ?? undefined }
    await upsertDeskRows(trx, [{ rowId: id, reason: 'undone', ...link }])
    await recordAct(trx, staff, {
      action: 'statement-row.undone',
      subject: `statement-row:${id}`,
      before: { kind, withdrawalId, paymentId },
      reason: note,
    })
    if (kind === 'payout' && withdrawalId) await reconcileBankDays(trx, [withdrawalId], staff.name)
    return requireRow(trx, id)
  })
}

async function requireRow(trx: Trx, id: string): Promise<StoredRow> {
  const row = orRefuse(await findStatementRow(trx, id), 'NOT_FOUND')
  return row
}

const isMatch = (kind: EntryKind) => kind === 'payout' || kind === 'collection'

/** Money out is no collection or top-up, money in no payout; a row without an amount, or not completed, moved nothing. */
function requireFit({ amountCents, purpose }: StoredRow, kind: EntryKind): void {
  const cents = purpose === 'pending' ? 0 : (amountCents ?? 0)
  const options = ENTRY_KINDS.filter((one) => one === 'not-ours' || fits(one, cents))
  if (!options.includes(kind)) throw invalidField('kind', 'NOT_AN_OPTION', { options })
}

function fits(kind: EntryKind, cents: number): boolean {
  if (kind === 'nothing' || cents === 0) return kind === 'nothing' && cents === 0
  if (kind === 'payout') return cents < 0
  return cents > 0 || (kind !== 'collection' && kind !== 'top-up')
}

type Wish = { rowId: string; kind: EntryKind; paymentId: string }

async function claim(trx: Trx, { rowId, kind, paymentId }: Wish): Promise<void> {
  const subject = `${kind}:${paymentId}`
  const [taken] = await findClaims(trx, [subject])
  if (taken) throw invalidField('paymentId', 'PAYMENT_MATCHED')
  await insertClaims(trx, [{ subject, rowId }])
}

const PROVES: ReadonlySet<RowPurpose> = new Set(['payout', 'reversal', 'money-in'])

/**
 * List the corrections of payouts that a waiting row may prove, the likeliest first: what came in may be a return, what went out a
 * late or a second payment. The correction itself checks the row again.
 * @throws AppError NOT_FOUND
 */
export async function listRowCorrections({ db }: Pick<Deps, 'db'>, { id }: { id: string }) {
  const row = orRefuse(await findStatementRow(db, id), 'NOT_FOUND')
  const cents = row.amountCents ?? 0
  if (row.reason === null || cents === 0 || cents % 100 !== 0 || !PROVES.has(row.purpose)) return []
  const receipts = [row.receipt, row.linkedReceipt].filter((receipt) => receipt !== null)
  const method = row.account === MPESA ? 'mpesa' : 'bank'
  const wanted = { amountKes: Math.abs(cents) / 100, at: row.at, receipts, method } as const
  return cents > 0 ? listReturnable(db, wanted) : listTwiceOrLate(db, wanted)
}
