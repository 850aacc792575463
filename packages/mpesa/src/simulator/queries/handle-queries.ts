import type { Parcel } from '../courier.ts'
import { readJson, sendJson } from '../http-json.ts'
import { refuseUnready } from '../refuse-unready.ts'
import { checkBalanceRequest, checkStatusRequest, type StatusRequest } from '../request-schemas.ts'
import type { Call, World } from '../world.ts'
import { balanceCallback } from './balance-callback.ts'
import { newQueryIds, type QueryIds, queryParcels } from './query-parcel.ts'
import { statusCallback } from './status-callback.ts'

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
