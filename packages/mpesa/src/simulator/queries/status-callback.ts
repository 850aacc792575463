import { formatEatCompact } from '../../eat-time.ts'
import { codeMessage } from '../b2c/code-messages.ts'
import type { Order } from '../orders/order.ts'
import { type QueryIds, queryHead } from './query-parcel.ts'

/** The outer ids are those of the query, the inner ones those of the payment. */
export function statusCallback(ids: QueryIds, partyA: string, order: Order | undefined) {
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
