import type {
  BookClientReceiptInput,
  clientReceipt,
  ReturnClientMoneyInput,
} from '@chuma/contract/clients/client-budget'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import {
  addToPrepaid,
  findClientReceiptByReference,
  getClientReceipt,
  insertClientReceipt,
} from '@chuma/db/queries/clients/client-budget'
import type { ApprovedBy } from '../../admin/approvals/approval.ts'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import { bookEntry } from '../../books/journal/book-entry.ts'
import type { Deps } from '../../deps.ts'
import { lockAndAddUp } from './add-up-clients.ts'

type Receipt = Answer<typeof clientReceipt>
type Act = {
  kind: 'book-client-receipt' | 'return-client-money'
  staff: StaffActor
  isAboveLimit: (terms: { companyChangesNeedTwo: boolean }) => boolean
}

/**
 * For finance and owners: book a client's prepayment, with the bank's reference. It makes room for answers that members are paid for:
 * where company changes need two people, a second one approves it.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING, INVALID_INPUT for a reference that was booked or a day to come
 */
export function bookClientReceipt(
  deps: Deps,
  staff: StaffActor,
  input: BookClientReceiptInput,
): Promise<Receipt> {
  return bookMoney(
    deps,
    { ...input, reason: '' },
    {
      kind: 'book-client-receipt',
      staff,
      isAboveLimit: ({ companyChangesNeedTwo }) => companyChangesNeedTwo,
    },
  )
}

/**
 * For finance and owners: book money that was returned to a client, with the bank's reference and the approval of a second person. What
 * people who are answering may still need is not returned.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING, INVALID_INPUT for more than is left
 */
export function returnClientMoney(
  deps: Deps,
  staff: StaffActor,
  input: ReturnClientMoneyInput,
): Promise<Receipt> {
  return bookMoney(deps, input, { kind: 'return-client-money', staff, isAboveLimit: () => true })
}

function bookMoney(deps: Deps, input: ReturnClientMoneyInput, { kind, staff, isAboveLimit }: Act) {
  const { clientId, reference, day, cents, reason } = input
  const isReturn = kind === 'return-client-money'
  return orAskAnother(deps, staff, async (deps) => {
    const terms = await deps.economy()
    return deps.db.transaction().execute(async (trx) => {
      const account = await lockAndAddUp(trx, clientId)
      if (day > (await getBusinessDay(trx))) throw invalidField('day', 'MOMENT_IN_FUTURE')
      if (await findClientReceiptByReference(trx, reference))
        throw invalidField('reference', 'RECEIPT_BOOKED')
      const availableCents = account.prepaidCents - account.reservedCents - account.consumedCents
      if (isReturn && cents > availableCents) throw invalidField('cents', 'TOO_BIG', { max: availableCents })
      const { reason: _, ...received } = input
      const acts = await passApproval(
        trx,
        {
          kind,
          subject: `client:${clientId}`,
          payload: isReturn ? input : received,
          before: null,
          after: { reference, day, cents },
          amountKes: Math.round(cents / 100),
          reason: reason || null,
        },
        { staff, isAboveLimit: async () => staff.name !== 'system' && isAboveLimit(terms) },
      )
      return writeMoney(trx, staff, { ...input, acts, isReturn })
    })
  })
}

type Money = ReturnClientMoneyInput & { acts: ApprovedBy; isReturn: boolean }

async function writeMoney(trx: Trx, staff: StaffActor, money: Money): Promise<Receipt> {
  const { clientId: organisationId, reference, day, cents, reason, acts, isReturn } = money
  const kind = isReturn ? 'returned' : 'received'
  const receiptId = await insertClientReceipt(trx, {
    organisationId,
    kind,
    reference,
    day,
    cents,
    reason,
    bookedBy: staff.name,
    approvedBy: acts.approvedBy ?? null,
  })
  if (!receiptId) throw invalidField('reference', 'RECEIPT_BOOKED')
  const sign = isReturn ? -1 : 1
  await addToPrepaid(trx, organisationId, sign * cents)
  await bookEntry(trx, {
    sourceKey: `client-${kind}:${receiptId}`,
    kind: `client-${kind}`,
    day,
    description: `${isReturn ? 'Returned to a client' : 'Prepaid by a client'} ${reference}`,
    lines: [
      { account: 'bank', currency: 'KES', minor: sign * cents },
      { account: 'client-prepaid', currency: 'KES', minor: -sign * cents },
    ],
  })
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: `client.money-${kind}`,
    subject: `client:${organisationId}`,
    after: { receiptId, reference, day, cents, ...acts },
    ...(reason && { reason }),
    address: staff.address,
  })
  const receipt = await getClientReceipt(trx, receiptId)
  if (!receipt) throw new AppError('NOT_FOUND')
  return receipt
}
