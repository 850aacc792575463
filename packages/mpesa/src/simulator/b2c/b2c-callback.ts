import { formatEatDotted } from '../../eat-time.ts'
import type { Funds } from '../orders/balances.ts'
import type { Order } from '../orders/order.ts'

/** How a result differs from the truth. */
export type Distortion = {
  addKes?: number | undefined
  msisdn?: string | undefined
  receipt?: string | undefined
  codeAsText?: boolean | undefined
  onlyReceipt?: boolean | undefined
  extraKeys?: boolean | undefined
}

export function b2cCallback(order: Order, funds: Funds, distort: Distortion = {}) {
  return {
    Result: {
      ResultType: 0,
      ResultCode: distort.codeAsText ? String(order.resultCode) : order.resultCode,
      ResultDesc: order.resultDesc,
      OriginatorConversationID: order.originatorConversationId,
      ConversationID: order.conversationId,
      TransactionID: distort.receipt ?? order.receipt,
      ...(order.resultCode === 0 ? { ResultParameters: parameters(order, funds, distort) } : {}),
      ReferenceData: {
        ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internal.example/b2cresults/v1/submit' },
      },
      ...(distort.extraKeys ? unknownKeys() : {}),
    },
    ...(distort.extraKeys ? unknownKeys() : {}),
  }
}

function parameters(order: Order, funds: Funds, distort: Distortion) {
  const receipt = { Key: 'TransactionReceipt', Value: distort.receipt ?? order.receipt }
  if (distort.onlyReceipt) return { ResultParameter: receipt }
  return {
    ResultParameter: [
      ...(distort.extraKeys
        ? [{ Key: '__proto__', Value: 'unknown', ...unknownKeys() }, 'unknown', null]
        : []),
      { Key: 'TransactionAmount', Value: order.amountKes + (distort.addKes ?? 0) },
      receipt,
      // Without a name: the simulator knows none, and an invented one would look like a stranger's.
      { Key: 'ReceiverPartyPublicName', Value: `${distort.msisdn ?? order.msisdn} - ` },
      { Key: 'TransactionCompletedDateTime', Value: formatEatDotted(new Date(order.completedAt)) },
      { Key: 'B2CUtilityAccountAvailableFunds', Value: funds.utilityKes },
      { Key: 'B2CWorkingAccountAvailableFunds', Value: funds.workingKes },
      { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
      { Key: 'B2CChargesPaidAccountAvailableFunds', Value: funds.chargesKes },
    ],
  }
}

/** Read from text, because a literal would set the prototype instead of having such a key. */
function unknownKeys(): object {
  return JSON.parse('{"__proto__":{"ResultCode":"0"},"constructor":{"prototype":1},"Unknown":[{"Key":null}]}')
}

/** Safaricom documents no body for this call. This one looks like a failed result, which is the trap to survive. */
export function queueTimeoutCallback(order: {
  originatorConversationId: string
  conversationId: string
  receipt: string
}) {
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
