import type { Behaviour } from '../behaviours/behaviour.ts'
import { concludeCall } from '../conclude-call.ts'
import type { Parcel } from '../courier.ts'
import { readJson, sendGatewayError } from '../http-json.ts'
import type { Order } from '../orders/order.ts'
import { placeOrder } from '../orders/place-order.ts'
import { refuseUnready } from '../refuse-unready.ts'
import { checkB2cRequest } from '../request-schemas.ts'
import { refusals, sendReply } from '../send-reply.ts'
import type { Call, World } from '../world.ts'
import { paymentParcel } from './payment-parcel.ts'

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
  if (timing === 'after-status') world.afterStatus.set(order.originatorConversationId, parcels)
  await concludeCall(world, call, {
    parcels: timing === 'after-status' ? [] : parcels,
    timing: timing === 'after-status' ? undefined : timing,
    fault,
    body: {
      ConversationID: order.conversationId,
      OriginatorConversationID: order.originatorConversationId,
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    },
  })
}

type Accepted = { behaviour: Behaviour; order: Order; earlierReceipt: string | undefined }

function parcelsFor({ book }: World, { behaviour, order, earlierReceipt }: Accepted): Parcel[] {
  const distort = { ...behaviour.distort, ...(earlierReceipt ? { receipt: earlierReceipt } : {}) }
  const kinds = behaviour.callbacks ?? ['result']
  return kinds.map((kind) => paymentParcel(order, kind, { funds: book.funds(), distort }))
}
