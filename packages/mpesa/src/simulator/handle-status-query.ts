import { randomUUID } from 'node:crypto'
import { readJson, sendJson } from './http-json.ts'
import { newConversationId, newReceipt } from './place-order.ts'
import { refuseUnready } from './refuse-unready.ts'
import { checkStatusRequest, type StatusRequest } from './request-schemas.ts'
import { statusCallback } from './status-callback.ts'
import type { Call, World } from './world.ts'

export async function handleStatusQuery(world: World, call: Call): Promise<void> {
  const request = refuseUnready(world, call, checkStatusRequest(await readJson(call.request)))
  if (!request) return
  const ids = {
    conversationId: newConversationId(new Date()),
    originatorConversationId: randomUUID(),
    transactionId: newReceipt(),
    partyA: request.PartyA,
  }
  const body = statusCallback(ids, findOrder(world, request))
  world.courier.schedule([{ url: request.ResultURL, body }], world.callbackDelayMs)
  sendJson(call.response, 200, {
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
