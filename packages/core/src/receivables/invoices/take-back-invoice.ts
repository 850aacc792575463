import type { TakeBackInput } from '@chuma/contract/receivables/invoices'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { addToOpen } from '@chuma/db/queries/receivables/accounts'
import {
  findInvoice,
  findInvoicePartner,
  insertInvoice,
  type LockedInvoice,
  lockInvoice,
  sumAllocated,
  takeNumber,
} from '@chuma/db/queries/receivables/invoices'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import { bookEntry } from '../../books/journal/book-entry.ts'
import type { Deps } from '../../deps.ts'
import { canMove } from '../../state-machine.ts'
import { lockAndAddUp, warnOfCeiling } from '../add-up-receivables.ts'
import { type InvoiceDetail, requireInvoice } from './issue-invoice.ts'
import { moveInvoice } from './move-invoice.ts'
import { invoiceMachine } from './transitions.ts'

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
    const of = await findInvoicePartner(deps.db, id)
    if (!of) throw new AppError('NOT_FOUND')
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
      await insertAuditEntry(trx, {
        actor: staff.name,
        action,
        subject,
        before,
        after: { ...after, ...acts },
        reason,
        address: staff.address,
      })
      return requireInvoice(trx, id)
    })
  })
}
