import type { Answer } from '@chuma/contract/fields'
import type {
  IssueInvoiceInput,
  partnerInvoiceDetail,
  TakeBackInput,
} from '@chuma/contract/receivables/receivables'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import {
  findInvoice,
  findInvoicePartner,
  hasInvoice,
  type InvoiceState,
  insertInvoice,
  type LockedInvoice,
  listOpenInvoices,
  listUninvoiced,
  lockInvoice,
  sumAllocated,
  takeNumber,
  updateInvoiceState,
} from '@chuma/db/queries/receivables/invoices'
import {
  addToOpen,
  insertAllocations,
  listUnallocated,
  type ReceiptState,
} from '@chuma/db/queries/receivables/receipts'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { canMove, type StateMachine, takeStep } from '../state-machine.ts'
import { bookEntry } from '../wallet/ledger.ts'
import { lockAndAddUp, warnOfCeiling } from './receivables.ts'

type Kind = 'void-partner-invoice' | 'write-off-partner-invoice'
type Act = { trx: Trx; staff: StaffActor; invoice: LockedInvoice; openCents: number; reason: string }

/**
 * For finance and owners: take an invoice back by a credit note, with the approval of a second person. What the partner owes stays
 * the same: the amounts can be invoiced again, with the same due day.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING, ALREADY_DECIDED for one that is not open or that a receipt pays a part of
 */
export function voidInvoice(deps: Deps, staff: StaffActor, input: TakeBackInput): Promise<InvoiceDetail> {
  return takeBack({ deps, staff, kind: 'void-partner-invoice' }, input, async (act) => {
    const { trx, invoice, reason } = act
    if (act.openCents < invoice.totalCents) throw new AppError('ALREADY_DECIDED')
    const stored = await findInvoice(trx, invoice.invoiceId)
    const number = `CN-${String(await takeNumber(trx, 'partner-credit-note')).padStart(5, '0')}`
    const lines = (stored?.lines ?? []).map((line) => ({
      month: `${line.month}-01`,
      originMonth: `${line.originMonth}-01`,
      accruedCents: 0 - line.accruedCents,
      reversedCents: 0 - line.reversedCents,
    }))
    const { partnerId, month, dueDay, totalCents, invoiceId: voidsId } = invoice
    await insertInvoice(
      trx,
      {
        number,
        kind: 'credit-note',
        partnerId,
        month,
        dueDay,
        totalCents: -totalCents,
        issuedBy: staff.name,
        voidsId,
        reason,
      },
      lines,
    )
    await moveInvoice(trx, invoice, { to: 'voided', reason })
    return { state: 'voided', creditNote: number }
  })
}

/**
 * For finance and owners: give up what an invoice leaves open, with the approval of a second person.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING, ALREADY_DECIDED for one that is not open
 */
export function writeOffInvoice(deps: Deps, staff: StaffActor, input: TakeBackInput): Promise<InvoiceDetail> {
  return takeBack({ deps, staff, kind: 'write-off-partner-invoice' }, input, async (act) => {
    const { trx, invoice, openCents, reason } = act
    await moveInvoice(trx, invoice, { to: 'written-off', reason, writtenOffCents: openCents })
    await addToOpen(trx, invoice.partnerId, -openCents)
    await bookEntry(trx, {
      sourceKey: `partner-written-off:${invoice.invoiceId}`,
      kind: 'partner-written-off',
      description: `Invoice ${invoice.number} written off`,
      partnerId: invoice.partnerId,
      lines: [
        { account: 'write-offs', currency: 'USD', minor: openCents },
        { account: 'partner-receivables', currency: 'USD', minor: -openCents },
      ],
    })
    await warnOfCeiling(trx, invoice.partnerId)
    return { state: 'written-off', writtenOffCents: openCents }
  })
}

const CHANGES = {
  'void-partner-invoice': { to: 'voided', action: 'partner-invoice.voided' },
  'write-off-partner-invoice': { to: 'written-off', action: 'partner-invoice.written-off' },
} as const

/** Both hide a debt from the list of open invoices: they always wait for a second person, who sees what is open. */
function takeBack(
  { deps, staff, kind }: { deps: Deps; staff: StaffActor; kind: Kind },
  input: TakeBackInput,
  change: (act: Act) => Promise<object>,
): Promise<InvoiceDetail> {
  const { id, reason } = input
  return orAskAnother(deps, staff, async (deps) => {
    const of = orRefuse(await findInvoicePartner(deps.db, id), 'NOT_FOUND')
    const { kesPerUsd } = await deps.economy()
    return deps.db.transaction().execute(async (trx) => {
      await lockAndAddUp(trx, of.partnerId)
      const invoice = await lockInvoice(trx, id)
      if (invoice?.kind !== 'invoice') throw new AppError('NOT_FOUND')
      const { to, action } = CHANGES[kind]
      if (!canMove(invoiceMachine, { from: invoice.state, to, by: 'staff' }))
        throw new AppError('ALREADY_DECIDED')
      const openCents = invoice.totalCents - (await sumAllocated(trx, id))
      const subject = `partner-invoice:${id}`
      const before = { number: invoice.number, state: invoice.state, openCents }
      const acts = await passApproval(
        trx,
        {
          kind,
          subject,
          payload: input,
          before,
          after: { state: to },
          amountKes: Math.round((openCents * kesPerUsd) / 100),
          reason,
        },
        { staff, isAboveLimit: async () => true },
      )
      const after = await change({ trx, staff, invoice, openCents, reason })
      await recordAct(trx, staff, { action, subject, before, after: { ...after, ...acts }, reason })
      return requireInvoice(trx, id)
    })
  })
}

type InvoiceDetail = Answer<typeof partnerInvoiceDetail>

const DAY_MS = 24 * 3600 * 1000

/**
 * For finance and owners: issue a partner's invoice of a month that is over, with everything up to it that no valid invoice has. A
 * reversal after an invoice so reduces the next one. It is due by the end of its month, whenever it is issued: nobody makes an old
 * debt young by voiding it. What the partner paid too much covers it at once. `issuedAt` is for a demo, whose past is told afterwards.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED if the month has one, INVALID_INPUT for a month that is not over or owes nothing
 */
export function issueInvoice(
  { db }: Deps,
  staff: StaffActor,
  { partnerId, month, issuedAt }: IssueInvoiceInput & { issuedAt?: Date },
): Promise<InvoiceDetail> {
  return db.transaction().execute(async (trx) => {
    const { paymentDays } = await lockAndAddUp(trx, partnerId)
    if (month >= (await getBusinessDay(trx)).slice(0, 7)) throw invalidField('month', 'MONTH_NOT_OVER')
    const lines = await listUninvoiced(trx, partnerId, `${month}-01`)
    const totalCents = lines.reduce((sum, line) => sum + line.accruedCents - line.reversedCents, 0)
    if (await hasInvoice(trx, partnerId, `${month}-01`)) throw new AppError('ALREADY_DECIDED')
    if (totalCents <= 0) throw invalidField('month', 'NOTHING_TO_INVOICE')
    const number = `INV-${String(await takeNumber(trx, 'partner-invoice')).padStart(5, '0')}`
    const invoiceId = await insertInvoice(
      trx,
      {
        number,
        kind: 'invoice',
        partnerId,
        month: `${month}-01`,
        totalCents,
        dueDay: findDueDay(month, paymentDays),
        issuedBy: staff.name,
        ...(issuedAt && { issuedAt }),
      },
      lines,
    )
    const paid = (await settleOpen(trx, partnerId)).filter((one) => one.invoiceId === invoiceId)
    await recordAct(trx, staff, {
      action: 'partner-invoice.issued',
      subject: `partner-invoice:${invoiceId}`,
      after: {
        number,
        partnerId,
        month,
        totalCents,
        paidCents: paid.reduce((sum, one) => sum + one.amountCents, 0),
      },
    })
    return requireInvoice(trx, invoiceId)
  })
}

/** `paymentDays` after the last day of the month. */
function findDueDay(month: string, paymentDays: number): string {
  const [year = 0, no = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, no, 0) + paymentDays * DAY_MS).toISOString().slice(0, 10)
}

export async function requireInvoice(db: Deps['db'], id: string): Promise<InvoiceDetail> {
  const invoice = orRefuse(await findInvoice(db, id), 'NOT_FOUND')
  return invoice
}

/**
 * Let what a partner paid cover its open invoices: the chosen ones first, then those that are due first. What is left stays the
 * partner's credit, and covers the next invoice. The caller has locked the account.
 */
export async function settleOpen(trx: Trx, partnerId: string, chosen: readonly string[] = []) {
  const open = await listOpenInvoices(trx, partnerId)
  const receipts = await listUnallocated(trx, partnerId)
  const place = ({ invoiceId }: { invoiceId: string }) => {
    const index = chosen.indexOf(invoiceId)
    return index < 0 ? chosen.length : index
  }
  const allocations: { receiptId: string; invoiceId: string; amountCents: number }[] = []
  for (const invoice of open.toSorted((one, other) => place(one) - place(other))) {
    let rest = invoice.openCents
    for (const receipt of receipts) {
      const amountCents = Math.min(rest, receipt.leftCents)
      if (amountCents <= 0) continue
      allocations.push({ receiptId: receipt.receiptId, invoiceId: invoice.invoiceId, amountCents })
      receipt.leftCents -= amountCents
      rest -= amountCents
    }
    if (rest === 0) await moveInvoice(trx, invoice, { to: 'paid' })
  }
  await insertAllocations(trx, allocations)
  return allocations
}

type Movable = { invoiceId: string; state: InvoiceState; writtenOffCents: number }
type Move = { to: InvoiceState; reason?: string; writtenOffCents?: number }

/**
 * Move an invoice whose account the caller has locked.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table
 */
export async function moveInvoice(
  trx: Trx,
  { invoiceId, state: from, writtenOffCents: before }: Movable,
  { to, reason = '', writtenOffCents = before }: Move,
): Promise<void> {
  await takeStep(invoiceMachine, { from, to, by: 'staff' }, () =>
    updateInvoiceState(trx, invoiceId, { from, to, reason, writtenOffCents }),
  )
}

/** The server's role has no right to change anything else of an issued invoice. */
export const invoiceMachine: StateMachine<InvoiceState> = {
  name: 'Partner invoice',
  refusal: 'ALREADY_DECIDED',
  states: {
    issued: 'the partner owes it',
    paid: 'receipts cover all of it',
    voided: 'a credit note takes it back; its amounts can be invoiced again',
    'written-off': 'what receipts do not cover was given up',
  },
  begins: [
    { to: 'issued', by: 'staff', when: 'the month is over and the partner owes something not invoiced' },
  ],
  moves: {
    staff: [
      { from: ['issued'], to: 'paid', when: 'a receipt, or what earlier ones left over, covers the rest' },
      { from: ['paid'], to: 'issued', when: 'a receipt that paid it is cancelled' },
      { from: ['issued'], to: 'voided', when: 'no receipt pays any of it, and a second person approves' },
      { from: ['issued'], to: 'written-off', when: 'a second person approves' },
    ],
  },
}

/** The server's role has no right to change anything else of a booked receipt. */
export const receiptMachine: StateMachine<ReceiptState> = {
  name: 'Partner receipt',
  refusal: 'ALREADY_DECIDED',
  states: {
    booked: 'lowers what the partner owes',
    cancelled: 'the money was not the partner’s, or went back',
  },
  begins: [
    {
      to: 'booked',
      by: 'staff',
      when: 'its reference is new; where company changes need two people, a second one approves',
    },
  ],
  moves: {
    staff: [
      {
        from: ['booked'],
        to: 'cancelled',
        when: 'no invoice that it pays was written off, and a second person approves',
      },
    ],
  },
}
