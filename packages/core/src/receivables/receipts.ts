import type { Answer } from '@chuma/contract/fields'
import type { BookReceiptInput, partnerReceipt, TakeBackInput } from '@chuma/contract/receivables/receivables'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { getKesPerUsdOn } from '@chuma/db/queries/books/journal-points'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { lockInvoice } from '@chuma/db/queries/receivables/invoices'
import {
  addToOpen,
  findReceipt,
  findReceiptByReference,
  findReceiptPartner,
  insertReceipt,
  type LockedReceipt,
  listInvoicesOf,
  lockReceipt,
  type ReceiptState,
  updateReceiptState,
} from '@chuma/db/queries/receivables/receipts'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { takeStep } from '../state-machine.ts'
import { bookEntry } from '../wallet/ledger.ts'
import { moveInvoice, receiptMachine, settleOpen } from './invoices.ts'
import { lockAndAddUp, warnOfCeiling } from './receivables.ts'

/**
 * For finance and owners: cancel a receipt that was no payment of this partner, with the approval of a second person. Its invoices
 * are open again, and the partner owes its amount again.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING, ALREADY_DECIDED if it is cancelled, or the rest of an invoice that it pays was
 * written off
 */
export function cancelReceipt(deps: Deps, staff: StaffActor, input: TakeBackInput): Promise<Receipt> {
  const { id, reason } = input
  return orAskAnother(deps, staff, async (deps) => {
    const of = orRefuse(await findReceiptPartner(deps.db, id), 'NOT_FOUND')
    return deps.db.transaction().execute(async (trx) => {
      await lockAndAddUp(trx, of.partnerId)
      const receipt = orRefuse(await lockReceipt(trx, id), 'NOT_FOUND')
      const { reference, amountCents, kesCents, chargeKesCents } = receipt
      if (receipt.state !== 'booked') throw new AppError('ALREADY_DECIDED')
      const before = { state: receipt.state, reference, amountCents }
      const acts = await passApproval(
        trx,
        {
          kind: 'cancel-partner-receipt',
          subject: `partner-receipt:${id}`,
          payload: input,
          before,
          after: { state: 'cancelled' },
          amountKes: Math.round((kesCents + chargeKesCents) / 100),
          reason,
        },
        { staff, isAboveLimit: async () => true },
      )
      await moveReceipt(trx, receipt, { to: 'cancelled', reason })
      for (const invoiceId of new Set(await listInvoicesOf(trx, id))) {
        const invoice = await lockInvoice(trx, invoiceId)
        if (invoice?.state === 'written-off') throw new AppError('ALREADY_DECIDED')
        if (invoice?.state === 'paid') await moveInvoice(trx, invoice, { to: 'issued' })
      }
      await addToOpen(trx, of.partnerId, amountCents)
      await bookMoney(trx, receipt, { isBack: true })
      await settleOpen(trx, of.partnerId)
      await warnOfCeiling(trx, of.partnerId)
      await recordAct(trx, staff, {
        action: 'partner-receipt.cancelled',
        subject: `partner-receipt:${id}`,
        before,
        after: { state: 'cancelled', ...acts },
        reason,
      })
      return requireReceipt(trx, id)
    })
  })
}

type Money = {
  receiptId: string
  partnerId: string
  reference: string
  day: string
  amountCents: number
  kesCents: number
  chargeKesCents: number
}

/**
 * Book a receipt in the journal, or take it back: money at the bank and its charge in KES, less of the debt in USD. The account of exchange
 * differences holds both sides; profit and loss values its dollars at the rate that the receipt keeps.
 */
function bookMoney(trx: Trx, receipt: Money, { isBack = false } = {}): Promise<void> {
  const { receiptId, partnerId, reference, day, amountCents, kesCents, chargeKesCents } = receipt
  const sign = isBack ? -1 : 1
  return bookEntry(trx, {
    sourceKey: `partner-receipt${isBack ? '-cancelled' : ''}:${receiptId}`,
    kind: 'partner-received',
    // Cancelled: on the day of the decision.
    ...(!isBack && { day }),
    description: `${isBack ? 'Cancelled partner payment' : 'Partner payment'} ${reference}`,
    partnerId,
    lines: [
      { account: 'bank', currency: 'KES', minor: sign * kesCents },
      { account: 'payout-charges', currency: 'KES', minor: sign * chargeKesCents },
      { account: 'fx-difference', currency: 'KES', minor: -sign * (kesCents + chargeKesCents) },
      { account: 'fx-difference', currency: 'USD', minor: sign * amountCents },
      { account: 'partner-receivables', currency: 'USD', minor: -sign * amountCents },
    ],
  })
}

type Receipt = Answer<typeof partnerReceipt>

/** A bank's rate that differs from ours of that day by more than this is a typing mistake, such as cents for dollars. */
const UNLIKELY = 1.5

/**
 * For finance and owners: book a partner's payment and let it cover invoices. It lowers what the partner owes and so raises what
 * its credits may still bring: where company changes need two people, a second one approves it, with the bank's reference.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING, INVALID_INPUT for a reference that was booked, a day to come or an unlikely rate
 */
export function bookReceipt(deps: Deps, staff: StaffActor, input: BookReceiptInput): Promise<Receipt> {
  const { partnerId, reference, day, amountCents, kesCents, chargeKesCents, invoiceIds } = input
  return orAskAnother(deps, staff, async (deps) => {
    const { companyChangesNeedTwo } = await deps.economy()
    const rate = Math.round(((kesCents + chargeKesCents) / amountCents) * 10_000) / 10_000
    return deps.db.transaction().execute(async (trx) => {
      await lockAndAddUp(trx, partnerId)
      if (day > (await getBusinessDay(trx))) throw invalidField('day', 'MOMENT_IN_FUTURE')
      const kesPerUsd = await getKesPerUsdOn(trx, day)
      if (rate > kesPerUsd * UNLIKELY || rate < kesPerUsd / UNLIKELY) {
        throw invalidField('kesCents', 'RATE_UNLIKELY', { rate: Math.round(rate * 100) / 100 })
      }
      if (await findReceiptByReference(trx, reference)) throw invalidField('reference', 'RECEIPT_BOOKED')
      const after = { reference, day, amountCents, kesCents, chargeKesCents, rate }
      const acts = await passApproval(
        trx,
        {
          kind: 'book-partner-receipt',
          subject: `partner:${partnerId}`,
          payload: input,
          before: null,
          after,
          amountKes: Math.round((kesCents + chargeKesCents) / 100),
          reason: null,
        },
        { staff, isAboveLimit: async () => staff.name !== 'system' && companyChangesNeedTwo },
      )
      const fxDifferenceKesCents = kesCents + chargeKesCents - Math.round(amountCents * kesPerUsd)
      const money = { amountCents, kesCents, chargeKesCents, rate, fxDifferenceKesCents }
      const by = { bookedBy: staff.name, approvedBy: acts.approvedBy ?? null }
      const receiptId = await insertReceipt(trx, {
        partnerId,
        reference,
        day,
        ...money,
        ...by,
        state: 'booked',
      })
      if (!receiptId) throw invalidField('reference', 'RECEIPT_BOOKED')
      await addToOpen(trx, partnerId, -amountCents)
      await bookMoney(trx, { ...input, receiptId })
      await settleOpen(trx, partnerId, invoiceIds)
      await warnOfCeiling(trx, partnerId)
      await recordAct(trx, staff, {
        action: 'partner-receipt.booked',
        subject: `partner-receipt:${receiptId}`,
        after: { partnerId, ...after, ...acts },
      })
      return requireReceipt(trx, receiptId)
    })
  })
}

async function requireReceipt(db: Deps['db'], id: string): Promise<Receipt> {
  const receipt = orRefuse(await findReceipt(db, id), 'NOT_FOUND')
  return receipt
}

/**
 * Move a receipt that the caller has locked.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table
 */
async function moveReceipt(
  trx: Trx,
  { receiptId, state: from }: Pick<LockedReceipt, 'receiptId' | 'state'>,
  { to, reason }: { to: ReceiptState; reason: string },
): Promise<void> {
  await takeStep(receiptMachine, { from, to, by: 'staff' }, () =>
    updateReceiptState(trx, receiptId, { from, to, reason }),
  )
}
