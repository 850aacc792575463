import { formatEatDotted } from '../eat-time.ts'
import type { Order } from './order-book.ts'

export type CallbackDetails = { addKes: number; msisdn: string; codeAsText: boolean; onlyReceipt: boolean }

export function b2cCallback(order: Order, utilityKes: number, distort: Partial<CallbackDetails> = {}) {
  return {
    Result: {
      ResultType: 0,
      ResultCode: distort.codeAsText ? String(order.resultCode) : order.resultCode,
      ResultDesc: order.resultDesc,
      OriginatorConversationID: order.originatorConversationId,
      ConversationID: order.conversationId,
      TransactionID: order.receipt,
      ...(order.resultCode === 0 ? { ResultParameters: parameters(order, utilityKes, distort) } : {}),
      ReferenceData: {
        ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internal.example/b2cresults/v1/submit' },
      },
    },
  }
}

function parameters(order: Order, utilityKes: number, distort: Partial<CallbackDetails>) {
  const receipt = { Key: 'TransactionReceipt', Value: order.receipt }
  if (distort.onlyReceipt) return { ResultParameter: receipt }
  return {
    ResultParameter: [
      { Key: 'TransactionAmount', Value: order.amountKes + (distort.addKes ?? 0) },
      receipt,
      { Key: 'ReceiverPartyPublicName', Value: `${distort.msisdn ?? order.msisdn} - SIMULATED CUSTOMER` },
      { Key: 'TransactionCompletedDateTime', Value: formatEatDotted(new Date(order.completedAt)) },
      { Key: 'B2CUtilityAccountAvailableFunds', Value: utilityKes },
      { Key: 'B2CWorkingAccountAvailableFunds', Value: 0 },
      { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
      { Key: 'B2CChargesPaidAccountAvailableFunds', Value: 0 },
    ],
  }
}

/** Safaricom documents no body for this call. This one looks like a failed result, which is the trap to survive. */
export function queueTimeoutCallback(order: Order) {
  return {
    Result: {
      ResultType: 1,
      ResultCode: '1',
      ResultDesc: 'The service request timed out.',
      OriginatorConversationID: order.originatorConversationId,
      ConversationID: order.conversationId,
      TransactionID: order.receipt,
    },
  }
}
