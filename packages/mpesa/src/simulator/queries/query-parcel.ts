import { queueTimeoutCallback } from '../b2c/b2c-callback.ts'
import { codeMessage } from '../b2c/code-messages.ts'
import type { Failure } from '../behaviours/behaviour.ts'
import { type CodeName, isCodeName } from '../behaviours/behaviours.ts'
import { isMalformedKind, type MalformedKind, malform, toContent } from '../behaviours/malformed.ts'
import type { Parcel } from '../courier.ts'
import { newConversationId, newReceipt } from '../new-ids.ts'

/** How the next status or balance query is answered. `none`: never. */
export type QueryAnswer = 'normal' | 'none' | 'twice' | 'queue-timeout' | CodeName | MalformedKind

const plainAnswers = ['normal', 'none', 'twice', 'queue-timeout'] as const

export function isQueryAnswer(answer: unknown): answer is QueryAnswer {
  return isMalformedKind(answer) || isCodeName(answer) || plainAnswers.some((known) => known === answer)
}

/** The ids of the query itself. */
export type QueryIds = { conversationId: string; originatorConversationId: string; receipt: string }

export function newQueryIds(): QueryIds {
  const conversationId = newConversationId(new Date())
  return { conversationId, originatorConversationId: conversationId.slice(3), receipt: newReceipt() }
}

type Query = { ids: QueryIds; resultUrl: string; timeoutUrl: string; refusal: Failure | undefined }

/** What is posted back for a query whose proper answer is `body`. */
export function queryParcels(answer: QueryAnswer, body: object, query: Query): Parcel[] {
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
