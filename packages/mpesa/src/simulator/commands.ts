import { randomUUID } from 'node:crypto'
import { formatEatCompact } from '../eat-time.ts'
import type { Behaviour } from './behaviours.ts'
import {
  codeMessage,
  type Failure,
  newQueryIds,
  paymentParcel,
  type QueryIds,
  queryHead,
  queryParcels,
} from './callbacks.ts'
import { conclude, type Parcel } from './courier.ts'
import { type Funds, newConversationId, newReceipt, type Order, type StkOrder } from './orders.ts'
import { readJson, refusals, sendGatewayError, sendJson, sendReply } from './replies.ts'
import {
  type B2cRequest,
  checkB2cRequest,
  checkBalanceRequest,
  checkStatusRequest,
  checkStkPushRequest,
  checkStkQueryRequest,
  refuseUnready,
  type StatusRequest,
  type StkPushRequest,
} from './requests.ts'
import { type EarlyAnswer, type StkBehaviour, stkMessage, stkParcel } from './stk-behaviours.ts'
import type { Call, World } from './world.ts'

export async function handleB2c(world: World, call: Call): Promise<void> {
  const { response } = call
  if ((await world.gates.pass('accept', response)) === 'left') return
  const request = refuseUnready(world, call, checkB2cRequest(await readJson(call.request)))
  if (!request) return
  // From here to the saved order nothing may wait, or two equal requests could both be paid.
  if (world.book.find(request.OriginatorConversationID)) {
    return sendGatewayError(response, refusals.duplicate)
  }
  const behaviour = world.script.choose(request.OriginatorConversationID, request.PartyB)
  if (behaviour.refuseFirst) {
    if (behaviour.refuseFirst === refusals.invalidToken) world.tokens.revoke()
    return sendGatewayError(response, behaviour.refuseFirst)
  }
  if (behaviour.dropped) {
    return sendReply(response, { fault: behaviour.reply, body: {}, holdMs: world.connectionHoldMs })
  }
  const earlierReceipt = behaviour.repeatsReceipt ? world.book.lastReceipt() : undefined
  const order = placeOrder(world, request, behaviour)
  world.book.save(order)
  const parcels = parcelsFor(world, { behaviour, order, earlierReceipt })
  const { reply: fault, timing } = behaviour
  const { originatorConversationId: id } = order
  const reply = { fault, body: accepted(order), holdMs: world.connectionHoldMs }
  await conclude(world, { id, parcels, timing, reply: () => sendReply(response, reply) })
}

type Accepted = { behaviour: Behaviour; order: Order; earlierReceipt: string | undefined }

function parcelsFor({ book }: World, { behaviour, order, earlierReceipt }: Accepted): Parcel[] {
  const distort = { ...behaviour.distort, ...(earlierReceipt ? { receipt: earlierReceipt } : {}) }
  const kinds = behaviour.callbacks ?? ['result']
  return kinds.map((kind) => paymentParcel(order, kind, { funds: book.funds(), distort }))
}

/** Decides about one payment. Saving the order is what moves the money. */
function placeOrder(world: World, request: B2cRequest, behaviour: Behaviour): Order {
  const now = new Date()
  const amountKes = request.Amount
  const failure = world.initiator.judgePayment(
    behaviour.failure ?? ruleBroken(amountKes, world.book.funds().utilityKes),
  )
  return {
    originatorConversationId: request.OriginatorConversationID,
    conversationId: newConversationId(now),
    receipt: newReceipt(),
    msisdn: request.PartyB,
    amountKes,
    chargeKes: chargeKesFor(amountKes),
    status: failure ? 'Declined' : behaviour.pending ? 'Pending Authorized' : 'Completed',
    resultCode: failure?.code ?? 0,
    resultDesc: failure?.message ?? codeMessage(0),
    hiddenFromQueries: behaviour.hiddenFromQueries === true,
    resultUrl: request.ResultURL,
    timeoutUrl: request.QueueTimeOutURL,
    acceptedAt: now.toISOString(),
    completedAt: now.toISOString(),
  }
}

function ruleBroken(amountKes: number, utilityKes: number): Failure | undefined {
  const code = amountKes < 10 ? 2 : amountKes > 250_000 ? 3 : amountKes > utilityKes ? 1 : undefined
  return code === undefined ? undefined : { code, message: codeMessage(code) }
}

/** What the business pays for one payment to a member, by amount. */
const rows = [
  { upToKes: 100, chargeKes: 0 },
  { upToKes: 1_500, chargeKes: 5 },
  { upToKes: 5_000, chargeKes: 9 },
  { upToKes: 20_000, chargeKes: 11 },
  { upToKes: 250_000, chargeKes: 13 },
]

function chargeKesFor(amountKes: number): number {
  return rows.find(({ upToKes }) => amountKes <= upToKes)?.chargeKes ?? 0
}

export async function handleStatusQuery(world: World, call: Call): Promise<void> {
  const request = refuseUnready(world, call, checkStatusRequest(await readJson(call.request)))
  if (!request) return
  const ids = newQueryIds()
  const order = findOrder(world, request)
  const parcels = answer(world, { ids, request, body: statusCallback(ids, request.PartyA, order) })
  const waiting = order ? world.afterStatus.get(order.originatorConversationId) : undefined
  if (order && waiting) world.afterStatus.delete(order.originatorConversationId)
  world.courier.schedule([...parcels, ...(waiting ?? [])], world.callbackDelayMs)
  sendJson(call.response, 200, accepted(ids))
}

export async function handleBalanceQuery(world: World, call: Call): Promise<void> {
  const request = refuseUnready(world, call, checkBalanceRequest(await readJson(call.request)))
  if (!request) return
  const ids = newQueryIds()
  const parcels = answer(world, { ids, request, body: balanceCallback(ids, world.book.funds()) })
  world.courier.schedule(parcels, world.callbackDelayMs)
  sendJson(call.response, 200, accepted(ids))
}

type Query = { ids: QueryIds; request: { ResultURL: string; QueueTimeOutURL: string }; body: object }

function answer(world: World, { ids, request, body }: Query): Parcel[] {
  return queryParcels(world.script.chooseQuery(), body, {
    ids,
    resultUrl: request.ResultURL,
    timeoutUrl: request.QueueTimeOutURL,
    refusal: world.initiator.refuse(),
  })
}

const accepted = (ids: Pick<QueryIds, 'conversationId' | 'originatorConversationId'>) => ({
  ConversationID: ids.conversationId,
  OriginatorConversationID: ids.originatorConversationId,
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
})

function findOrder({ book }: World, request: StatusRequest) {
  const order = request.OriginalConversationID
    ? book.find(request.OriginalConversationID)
    : book.findByReceipt(request.TransactionID ?? '')
  return order?.hiddenFromQueries ? undefined : order
}

function balanceCallback(ids: QueryIds, funds: Funds) {
  const account = (name: string, kes: number) =>
    [name, 'KES', kes.toFixed(2), kes.toFixed(2), '0.00', '0.00'].join('|')
  const accounts = [
    account('Working Account', funds.workingKes),
    account('Float Account', 0),
    account('Utility Account', funds.utilityKes),
    account('Charges Paid Account', funds.chargesKes),
    account('Organization Settlement Account', 0),
  ]
  return {
    Result: {
      ...queryHead(ids, { code: 0, message: codeMessage(0) }),
      ResultParameters: {
        ResultParameter: [
          { Key: 'AccountBalance', Value: accounts.join('&') },
          { Key: 'BOCompletedTime', Value: Number(formatEatCompact(new Date())) },
        ],
      },
      ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internal.example/ab' } },
    },
  }
}

/** The outer ids are those of the query, the inner ones those of the payment. */
function statusCallback(ids: QueryIds, partyA: string, order: Order | undefined) {
  const ReferenceData = { ReferenceItem: { Key: 'Occasion' } }
  // The code for "no such transaction" is not documented. This one would read as a failed payment to a program that
  // mistakes the query's code for the payment's.
  if (!order) {
    const head = queryHead(ids, { code: 'SFC_IC0003', message: codeMessage('SFC_IC0003') })
    return { Result: { ...head, ReferenceData } }
  }
  return {
    Result: {
      ...queryHead(ids, { code: 0, message: codeMessage(0) }),
      ResultParameters: { ResultParameter: statusParameters(partyA, order) },
      ReferenceData,
    },
  }
}

function statusParameters(partyA: string, order: Order) {
  const final = order.status !== 'Pending Authorized'
  return [
    { Key: 'DebitPartyName', Value: `${partyA} - Simulated Business` },
    { Key: 'CreditPartyName', Value: `${order.msisdn} - Simulated Customer` },
    { Key: 'OriginatorConversationID', Value: order.originatorConversationId },
    { Key: 'InitiatedTime', Value: formatEatCompact(new Date(order.acceptedAt)) },
    { Key: 'DebitAccountType', Value: 'Utility Account' },
    { Key: 'DebitPartyCharges', Value: `Fee For B2C Payment|KES|${order.chargeKes.toFixed(2)}` },
    { Key: 'TransactionReason' },
    { Key: 'ReasonType', Value: 'Business Payment to Customer via API' },
    { Key: 'TransactionStatus', Value: order.status },
    ...(final ? [{ Key: 'FinalisedTime', Value: formatEatCompact(new Date(order.completedAt)) }] : []),
    { Key: 'Amount', Value: String(order.amountKes) },
    { Key: 'ConversationID', Value: order.conversationId },
    { Key: 'ReceiptNo', Value: order.receipt },
  ]
}

const wrongCredentials = { status: 500, code: '500.001.1001', message: 'Wrong credentials' }
const unknownRequest = { status: 400, code: '400.002.02', message: 'Bad Request - Invalid CheckoutRequestID' }
const processing = { status: 500, code: '500.001.1001', message: 'The transaction is being processed' }

export async function handleStkPush(world: World, call: Call): Promise<void> {
  const { response } = call
  if ((await world.gates.pass('accept', response)) === 'left') return
  const request = refuseUnready(world, call, checkStkPushRequest(await readJson(call.request)))
  if (!request) return
  if (!checkStkPassword(request, world.passkey)) return sendGatewayError(response, wrongCredentials)
  const behaviour = world.script.chooseStk(request.PhoneNumber)
  if (behaviour.refusal) return sendGatewayError(response, behaviour.refusal)

  const order = placeStkOrder(world, request, behaviour)
  world.book.saveStk(order)
  const { callbacks = ['result'], lateCallbacks = [], queriesFirst, timing } = behaviour
  const parcels = callbacks.map((kind) => stkParcel(order, kind, behaviour.distort))
  const isAfterQueries = timing === 'after-queries' && (queriesFirst?.times ?? 0) > 0
  if (queriesFirst) {
    const { times, answer } = queriesFirst
    world.undecided.set(order.checkoutRequestId, { times, answer, callbacks: isAfterQueries ? parcels : [] })
  }
  const late = lateCallbacks.map((kind) => stkParcel(order, kind, behaviour.distort))
  world.courier.schedule(late, world.slowCallbackDelayMs)
  const reply = { fault: behaviour.reply, body: acknowledgement(order), holdMs: world.connectionHoldMs }
  await conclude(world, {
    id: order.checkoutRequestId,
    parcels: isAfterQueries ? [] : parcels,
    timing: timing === 'after-queries' ? undefined : timing,
    reply: () => sendReply(response, reply),
  })
}

export async function handleStkQuery(world: World, call: Call): Promise<void> {
  const { response } = call
  const request = refuseUnready(world, call, checkStkQueryRequest(await readJson(call.request)))
  if (!request) return
  if (!checkStkPassword(request, world.passkey)) return sendGatewayError(response, wrongCredentials)
  const order = world.book.findStk(request.CheckoutRequestID)
  if (!order) return sendGatewayError(response, unknownRequest)
  const early = takeEarlyAnswer(world, order)
  if (early === 'processing') return sendGatewayError(response, processing)
  sendJson(response, 200, {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successsfully',
    MerchantRequestID: order.merchantRequestId,
    CheckoutRequestID: order.checkoutRequestId,
    ...describe(order, early),
  })
}

function placeStkOrder({ book }: World, request: StkPushRequest, behaviour: StkBehaviour): StkOrder {
  const now = new Date()
  const { PhoneNumber: msisdn, Amount: amountKes } = request
  const tooPoor = amountKes > book.walletKes(msisdn) ? { code: 1, message: stkMessage(1) } : undefined
  const failure = behaviour.failure ?? tooPoor
  return {
    merchantRequestId: randomUUID(),
    checkoutRequestId: `ws_CO_${formatEatCompact(now)}${randomUUID().slice(0, 8)}${msisdn.slice(3)}`,
    receipt: newReceipt(),
    msisdn,
    amountKes,
    accountReference: request.AccountReference,
    isPaid: failure === undefined,
    resultCode: failure?.code ?? 0,
    resultDesc: failure?.message ?? stkMessage(0),
    callbackUrl: request.CallBackURL,
    completedAt: now.toISOString(),
  }
}

function acknowledgement({ merchantRequestId, checkoutRequestId }: StkOrder) {
  return {
    MerchantRequestID: merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  }
}

/** The last early answer sets the callbacks free that have waited for it. */
function takeEarlyAnswer(world: World, { checkoutRequestId }: StkOrder): EarlyAnswer | undefined {
  const undecided = world.undecided.get(checkoutRequestId)
  if (!undecided || undecided.times === 0) return undefined
  undecided.times -= 1
  if (undecided.times === 0) world.courier.schedule(undecided.callbacks, world.callbackDelayMs)
  return undecided.answer
}

/** The code is text here and a number in the callback. */
function describe(order: StkOrder, early: EarlyAnswer | undefined) {
  if (early === 'expired') return { ResultCode: '1019', ResultDesc: stkMessage(1019) }
  if (early === 'still-processing') {
    return { ResultCode: '4999', ResultDesc: 'The transaction is still under processing' }
  }
  return { ResultCode: String(order.resultCode), ResultDesc: order.resultDesc }
}

type Signature = { BusinessShortCode: string; Password: string; Timestamp: string }

/** Whether Password was made of this short code and this Timestamp, and of the passkey where one is set up. */
function checkStkPassword(signature: Signature, passkey: string | undefined): boolean {
  const { BusinessShortCode, Password, Timestamp } = signature
  const text = Buffer.from(Password, 'base64').toString('utf8')
  if (passkey !== undefined) return text === `${BusinessShortCode}${passkey}${Timestamp}`
  const rest = text.length - BusinessShortCode.length - Timestamp.length
  return rest > 0 && text.startsWith(BusinessShortCode) && text.endsWith(Timestamp)
}
