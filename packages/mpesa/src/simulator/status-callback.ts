import { formatEatCompact } from '../eat-time.ts'
import type { Order } from './order-book.ts'

type QueryIds = {
  conversationId: string
  originatorConversationId: string
  transactionId: string
  partyA: string
}

/** The outer ids are those of the query, the inner ones those of the payment. */
export function statusCallback(query: QueryIds, order: Order | undefined) {
  const outer = {
    ResultType: 0,
    OriginatorConversationID: query.originatorConversationId,
    ConversationID: query.conversationId,
    TransactionID: query.transactionId,
    ReferenceData: { ReferenceItem: { Key: 'Occasion' } },
  }
  // The code for "no such transaction" is not documented. This one would read as a failed payment to a program that
  // mistakes the query's code for the payment's.
  if (!order) {
    return { Result: { ...outer, ResultCode: 'SFC_IC0003', ResultDesc: 'The operator does not exist.' } }
  }
  return {
    Result: {
      ...outer,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      ResultParameters: { ResultParameter: parameters(query, order) },
    },
  }
}

function parameters(query: QueryIds, order: Order) {
  const final = order.status !== 'Pending Authorized'
  return [
    { Key: 'DebitPartyName', Value: `${query.partyA} - Simulated Business` },
    { Key: 'CreditPartyName', Value: `${order.msisdn} - Simulated Customer` },
    { Key: 'OriginatorConversationID', Value: order.originatorConversationId },
    { Key: 'InitiatedTime', Value: formatEatCompact(new Date(order.acceptedAt)) },
    { Key: 'DebitAccountType', Value: 'Utility Account' },
    { Key: 'TransactionReason' },
    { Key: 'ReasonType', Value: 'Business Payment to Customer via API' },
    { Key: 'TransactionStatus', Value: order.status },
    ...(final ? [{ Key: 'FinalisedTime', Value: formatEatCompact(new Date(order.completedAt)) }] : []),
    { Key: 'Amount', Value: String(order.amountKes) },
    { Key: 'ConversationID', Value: order.conversationId },
    { Key: 'ReceiptNo', Value: order.receipt },
  ]
}
