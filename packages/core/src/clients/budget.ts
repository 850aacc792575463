import type {
  BookClientReceiptInput,
  ClientStatement,
  ClientStatementInput,
  clientReceipt,
  OpenClientOrderInput,
  ReturnClientMoneyInput,
} from '@chuma/contract/clients/client-quotes'
import type { Answer } from '@chuma/contract/fields'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import {
  addToPrepaid,
  addUpSteps,
  type ClientAccount,
  findClientReceiptByReference,
  findOrder,
  getClientAccount,
  getClientReceipt,
  insertClientReceipt,
  insertOrder,
  listStatementLines,
  listUnaddedClients,
  lockClientAccount,
  sumStatement,
  takeDaysOver,
} from '@chuma/db/queries/clients/client-budget'
import { findClientSurvey } from '@chuma/db/queries/clients/client-surveys'
import { findClient } from '@chuma/db/queries/clients/clients'
import {
  chargeEarlier,
  listWaitingOrders,
  lockBeforeOrder,
  placeEarlier,
} from '@chuma/db/queries/clients/earlier-answers'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import type { ApprovedBy } from '../approvals/transitions.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { bookEntry } from '../wallet/ledger.ts'
import { type ClientActor, requireWholeClient } from './sessions/client-sessions.ts'

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
export function bookClientReceipt(deps: Deps, staff: StaffActor, input: BookClientReceiptInput) {
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
export function returnClientMoney(deps: Deps, staff: StaffActor, input: ReturnClientMoneyInput) {
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
  if (!isReturn) await chargeWaiting(trx, organisationId)
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
  await recordAct(trx, staff, {
    action: `client.money-${kind}`,
    subject: `client:${organisationId}`,
    after: { receiptId, reference, day, cents, ...acts },
    ...(reason && { reason }),
  })
  const receipt = orRefuse(await getClientReceipt(trx, receiptId), 'NOT_FOUND')
  return receipt
}

/** Job: add up what clients' surveys used, and book each order's day once it is over, each client in a transaction of its own. */
export async function addUpClients(deps: Pick<Deps, 'db' | 'reportFailure'>): Promise<void> {
  await eachAlone(deps, await listUnaddedClients(deps.db), {
    name: (organisationId) => `budget of client ${organisationId}`,
    work: (organisationId) =>
      deps.db.transaction().execute(async (trx) => {
        await lockAndAddUp(trx, organisationId)
        await chargeWaiting(trx, organisationId)
        await bookDaysOver(trx, organisationId)
      }),
  })
}

/**
 * Lock a client's account and bring its sums up to date.
 * @throws AppError NOT_FOUND
 */
async function lockAndAddUp(trx: Trx, organisationId: string): Promise<ClientAccount> {
  if (!(await lockClientAccount(trx, organisationId))) throw new AppError('NOT_FOUND')
  await addUpSteps(trx, organisationId)
  const account = orRefuse(await lockClientAccount(trx, organisationId), 'NOT_FOUND')
  return account
}

/**
 * Charge answers from before a price was agreed, as far as the budget goes. The caller has locked the account. The rest waits for money,
 * and is in no file until then.
 */
async function chargeWaiting(trx: Trx, organisationId: string): Promise<void> {
  for (const { orderId, priceCents } of await listWaitingOrders(trx, organisationId)) {
    const account = await lockAndAddUp(trx, organisationId)
    const availableCents = account.prepaidCents - account.reservedCents - account.consumedCents
    const limit = Math.floor(availableCents / priceCents)
    if (limit > 0) await chargeEarlier(trx, { orderId, organisationId, limit })
  }
  await addUpSteps(trx, organisationId)
}

type NewOrder = Parameters<typeof insertOrder>[1]

/**
 * Open an order whose client's account the caller has locked, and charge the answers from before it. Undefined: the survey has one.
 */
export async function openOrder(trx: Trx, order: NewOrder): Promise<string | undefined> {
  await lockBeforeOrder(trx, order.surveyId)
  const orderId = await insertOrder(trx, order)
  if (!orderId) return undefined
  await placeEarlier(trx, orderId)
  await chargeWaiting(trx, order.organisationId)
  return orderId
}

/** What was accepted becomes revenue: one entry for each order and day. More taken back than accepted gives some of it back. */
async function bookDaysOver(trx: Trx, organisationId: string): Promise<void> {
  for (const { orderId, day, completes, cents, title } of await takeDaysOver(trx, organisationId)) {
    await bookEntry(trx, {
      sourceKey: `client-consumed:${orderId}:${day}`,
      kind: 'client-consumed',
      day,
      description: `${completes} accepted answers to ${title}`,
      lines: [
        { account: 'client-prepaid', currency: 'KES', minor: cents },
        { account: 'client-revenue', currency: 'KES', minor: -cents },
      ],
    })
  }
}

/**
 * For finance and owners: open a survey's order at a price for each accepted complete. From then on a start takes room of the client's
 * budget. A price agreed with a friend would give answers away: where company changes need two people, a second one approves it.
 * @throws AppError NOT_FOUND for a survey without a client, ALREADY_DECIDED for one with an order, APPROVAL_PENDING
 */
export function openClientOrder(deps: Deps, staff: StaffActor, input: OpenClientOrderInput) {
  const { surveyId, priceCents } = input
  return orAskAnother(deps, staff, async (deps) => {
    const { companyChangesNeedTwo } = await deps.economy()
    return deps.db.transaction().execute(async (trx) => {
      const survey = orRefuse(await findClientSurvey(trx, surveyId), 'NOT_FOUND')
      const { organisationId } = survey
      await lockClientAccount(trx, organisationId)
      if (await findOrder(trx, surveyId)) throw new AppError('ALREADY_DECIDED')
      const acts = await passApproval(
        trx,
        {
          kind: 'open-client-order',
          subject: `survey:${surveyId}`,
          payload: input,
          before: null,
          after: { organisationId, priceCents },
          amountKes: Math.round(priceCents / 100),
          reason: null,
        },
        { staff, isAboveLimit: async () => staff.name !== 'system' && companyChangesNeedTwo },
      )
      const by = { openedBy: staff.name, approvedBy: acts.approvedBy ?? null }
      if (!(await openOrder(trx, { surveyId, organisationId, priceCents, ...by }))) {
        throw new AppError('ALREADY_DECIDED')
      }
      await recordAct(trx, staff, {
        action: 'client.order-opened',
        subject: `survey:${surveyId}`,
        after: { organisationId, priceCents, ...acts },
      })
      const order = await findOrder(trx, surveyId)
      if (!order) throw new Error('the order was just opened')
      return order
    })
  })
}

const DAYS = 90

/**
 * Read what a client prepaid and used, day by day: opening + received − consumed − returned = closing.
 * @throws AppError NOT_FOUND, INVALID_INPUT for a first day after the last
 */
export async function getClientStatement(
  { db }: Pick<Deps, 'db'>,
  { clientId: organisationId, ...input }: ClientStatementInput & { clientId: string },
): Promise<ClientStatement> {
  if (!(await findClient(db, organisationId))) throw new AppError('NOT_FOUND')
  const to = input.to ?? (await getBusinessDay(db))
  const from = input.from ?? daysBefore(to, DAYS)
  if (from > to) throw invalidField('to', 'END_BEFORE_START')
  const period = { organisationId, from, to }
  const { opening, received, consumed, returned } = await sumStatement(db, period)
  const account = await getClientAccount(db, organisationId)
  return {
    from,
    to,
    openingCents: opening,
    receivedCents: received,
    consumedCents: consumed,
    returnedCents: returned,
    closingCents: opening + received - consumed - returned,
    lines: await listStatementLines(db, period),
    reservedCents: account.reservedCents,
    availableCents: account.prepaidCents - account.reservedCents - account.consumedCents,
  }
}

/** The same for the caller's own organisation. @throws AppError FORBIDDEN by a link to one survey */
export function getMyStatement(deps: Pick<Deps, 'db'>, client: ClientActor, input: ClientStatementInput) {
  requireWholeClient(client)
  return getClientStatement(deps, { ...input, clientId: client.organisationId })
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}
