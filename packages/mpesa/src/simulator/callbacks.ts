import { formatEatDotted } from '../eat-time.ts'
import type { Parcel } from './courier.ts'
import { type Funds, newConversationId, newReceipt, type Order } from './orders.ts'
import { isMalformedKind, malform, malformedKinds, toContent } from './replies.ts'

const messages = new Map<string, string>([
  ['0', 'The service request is processed successfully.'],
  ['1', 'The balance is insufficient for the transaction.'],
  ['2', 'Declined due to limit rule: less than the minimum amount.'],
  ['3', 'Declined due to limit rule: greater than the maximum amount.'],
  ['4', 'Declined due to limit rule: would exceed daily transfer limit.'],
  ['8', 'Declined due to limit rule: would exceed the maximum balance.'],
  ['11', 'The DebitParty is in an invalid state.'],
  ['12', 'The CreditParty is in an invalid state.'],
  ['15', 'Duplicate Detected.'],
  ['17', 'Internal Failure.'],
  ['18', 'Initiator Credential Check Failure.'],
  ['20', 'Unresolved Initiator.'],
  ['21', 'The initiator is not allowed to initiate this request.'],
  ['22', 'Initiator Not Active.'],
  ['24', 'Missing mandatory parameters.'],
  ['25', 'Invalid request parameters.'],
  ['26', 'Traffic blocking condition in place.'],
  ['29', 'Invalid command.'],
  ['2001', 'The initiator information is invalid.'],
  ['2006', 'Declined due to account rule: the account status does not allow this transaction.'],
  ['2028', 'The request is not permitted according to product assignment.'],
  ['2040', 'The receiver is not a registered customer.'],
  ['8006', 'The security credential is locked.'],
  ['SFC_IC0003', 'The operator does not exist.'],
])

export function codeMessage(code: number | string): string {
  return messages.get(String(code)) ?? 'Something happened.'
}

export type Failure = { code: number | string; message: string }

/** `code:` and any result code: accepted, not paid, reported with it. `code:0` is paid. */
export type CodeName = `code:${string}`

export function isCodeName(name: unknown): name is CodeName {
  return typeof name === 'string' && /^code:\w{1,20}$/.test(name)
}

/** `result` is the true one; `success` and `failure` say so whatever happened. */
export const callbackKinds = ['result', 'queue-timeout', 'success', 'failure', ...malformedKinds] as const
export type CallbackKind = (typeof callbackKinds)[number]

type Wording = { funds: Funds; distort?: Distortion | undefined }

export function paymentParcel(order: Order, kind: CallbackKind, { funds, distort }: Wording): Parcel {
  if (kind === 'queue-timeout') {
    return { url: order.timeoutUrl, content: toContent(queueTimeoutCallback(order)) }
  }
  const result = b2cCallback(claim(order, kind), funds, distort)
  const content = isMalformedKind(kind) ? malform(kind, result) : toContent(result)
  return { url: order.resultUrl, content }
}

function claim(order: Order, kind: CallbackKind): Order {
  if (kind === 'success') return { ...order, resultCode: 0, resultDesc: codeMessage(0) }
  if (kind === 'failure') return { ...order, resultCode: 2040, resultDesc: codeMessage(2040) }
  return order
}

/** How a result differs from the truth. */
export type Distortion = {
  addKes?: number | undefined
  msisdn?: string | undefined
  receipt?: string | undefined
  codeAsText?: boolean | undefined
  onlyReceipt?: boolean | undefined
  extraKeys?: boolean | undefined
}

function b2cCallback(order: Order, funds: Funds, distort: Distortion = {}) {
  return {
    Result: {
      ResultType: 0,
      ResultCode: distort.codeAsText ? String(order.resultCode) : order.resultCode,
      ResultDesc: order.resultDesc,
      OriginatorConversationID: order.originatorConversationId,
      ConversationID: order.conversationId,
      TransactionID: distort.receipt ?? order.receipt,
      ...(order.resultCode === 0 ? { ResultParameters: paymentParameters(order, funds, distort) } : {}),
      ReferenceData: {
        ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internal.example/b2cresults/v1/submit' },
      },
      ...(distort.extraKeys ? unknownKeys() : {}),
    },
    ...(distort.extraKeys ? unknownKeys() : {}),
  }
}

function paymentParameters(order: Order, funds: Funds, distort: Distortion) {
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
function queueTimeoutCallback(order: {
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

/** How the next status or balance query is answered. `none`: never. */
export const queryAnswers = ['normal', 'none', 'twice', 'queue-timeout', ...malformedKinds] as const
export type QueryAnswer = (typeof queryAnswers)[number] | CodeName

export type QueryIds = { conversationId: string; originatorConversationId: string; receipt: string }

export function newQueryIds(): QueryIds {
  const conversationId = newConversationId(new Date())
  return { conversationId, originatorConversationId: conversationId.slice(3), receipt: newReceipt() }
}

type QueryCall = { ids: QueryIds; resultUrl: string; timeoutUrl: string; refusal: Failure | undefined }

/** What is posted back for a query whose proper answer is `body`. */
export function queryParcels(answer: QueryAnswer, body: object, query: QueryCall): Parcel[] {
  const { ids, resultUrl: url, timeoutUrl } = query
  if (query.refusal) return [{ url, content: toContent(failedQuery(ids, query.refusal)) }]
  if (answer === 'none') return []
  if (answer === 'queue-timeout') return [{ url: timeoutUrl, content: toContent(queueTimeoutCallback(ids)) }]
  if (isMalformedKind(answer)) return [{ url, content: malform(answer, body) }]
  if (isCodeName(answer)) {
    const code = answer.slice('code:'.length)
    return [{ url, content: toContent(failedQuery(ids, { code, message: codeMessage(code) })) }]
  }
  const parcel = { url, content: toContent(body) }
  return answer === 'twice' ? [parcel, parcel] : [parcel]
}

/** A query's own ids and code; the ids of what it asked about are in its parameters. */
export function queryHead(ids: QueryIds, { code, message }: Failure) {
  return {
    ResultType: 0,
    ResultCode: code,
    ResultDesc: message,
    OriginatorConversationID: ids.originatorConversationId,
    ConversationID: ids.conversationId,
    TransactionID: ids.receipt,
  }
}

function failedQuery(ids: QueryIds, failure: Failure) {
  return { Result: queryHead(ids, failure) }
}
