import { formatEatCompact } from '../../eat-time.ts'
import { codeMessage } from '../b2c/code-messages.ts'
import type { Parcel } from '../courier.ts'
import { readJson, sendJson } from '../http-json.ts'
import type { Funds } from '../orders/balances.ts'
import type { Order } from '../orders/order.ts'
import { refuseUnready } from '../refuse-unready.ts'
import { checkBalanceRequest, checkStatusRequest, type StatusRequest } from '../request-schemas.ts'
import type { Call, World } from '../world.ts'
import { newQueryIds, type QueryIds, queryHead, queryParcels } from './query-parcel.ts'

export async function handleStatusQuery(world: World, call: Call): Promise<void> {
  const request = refuseUnready(world, call, checkStatusRequest(await readJson(call.request)))
  if (!request) return
  const ids = newQueryIds()
  const order = findOrder(world, request)
  const parcels = answer(world, { ids, request, body: statusCallback(ids, request.PartyA, order) })
  const waiting = order ? world.afterStatus.get(order.originatorConversationId) : undefined
  if (order && waiting) world.afterStatus.delete(order.originatorConversationId)
  world.courier.schedule([...parcels, ...(waiting ?? [])], world.callbackDelayMs)
  acknowledge(call, ids)
}

export async function handleBalanceQuery(world: World, call: Call): Promise<void> {
  const request = refuseUnready(world, call, checkBalanceRequest(await readJson(call.request)))
  if (!request) return
  const ids = newQueryIds()
  const parcels = answer(world, { ids, request, body: balanceCallback(ids, world.book.funds()) })
  world.courier.schedule(parcels, world.callbackDelayMs)
  acknowledge(call, ids)
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

function acknowledge({ response }: Call, ids: QueryIds): void {
  sendJson(response, 200, {
    ConversationID: ids.conversationId,
    OriginatorConversationID: ids.originatorConversationId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  })
}

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
      ResultParameters: { ResultParameter: parameters(partyA, order) },
      ReferenceData,
    },
  }
}

function parameters(partyA: string, order: Order) {
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
