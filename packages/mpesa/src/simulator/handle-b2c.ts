import type { ServerResponse } from 'node:http'
import { b2cCallback, queueTimeoutCallback } from './b2c-callback.ts'
import type { Behaviour } from './behaviours.ts'
import { readJson, sendGatewayError, sendJson } from './http-json.ts'
import type { Order } from './order-book.ts'
import { placeOrder } from './place-order.ts'
import { refuseUnready } from './refuse-unready.ts'
import { type B2cRequest, checkB2cRequest } from './request-schemas.ts'
import type { Call, World } from './world.ts'

const duplicate = { status: 500, code: '500.002.1001', message: 'Duplicate OriginatorConversationID.' }

export async function handleB2c(world: World, call: Call): Promise<void> {
  const { response } = call
  if ((await world.gates.pass('accept', response)) === 'left') return
  const request = refuseUnready(world, call, checkB2cRequest(await readJson(call.request)))
  if (!request) return
  // From here to the saved order nothing may wait, or two equal requests could both be paid.
  if (world.book.find(request.OriginatorConversationID)) return sendGatewayError(response, duplicate)
  const behaviour = world.script.choose(request.OriginatorConversationID, request.PartyB)
  if (behaviour.refuseFirst) {
    if (behaviour.refuseFirst.code === '404.001.03') world.tokens.revoke()
    return sendGatewayError(response, behaviour.refuseFirst)
  }
  if (behaviour.dropped) return hang(response, world.connectionHoldMs)

  const order = placeOrder(request, behaviour, world.book.utilityKes())
  world.book.save(order)
  const parcels = callbacksFor({ world, request, behaviour, order })
  if (behaviour.timing === 'before-reply') for (const parcel of parcels) await world.courier.deliver(parcel)
  await world.gates.pass('reply')
  if (behaviour.timing !== 'before-reply') {
    const delayMs = behaviour.timing === 'slow' ? world.slowCallbackDelayMs : world.callbackDelayMs
    world.courier.schedule(parcels, delayMs)
  }
  if (behaviour.reply === 'hang') return hang(response, world.connectionHoldMs)
  if (behaviour.reply === 'html-502') return sendBadGateway(response)
  sendJson(response, 200, {
    ConversationID: order.conversationId,
    OriginatorConversationID: order.originatorConversationId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  })
}

type Accepted = { world: World; request: B2cRequest; behaviour: Behaviour; order: Order }

function callbacksFor({ world, request, behaviour, order }: Accepted) {
  return (behaviour.callbacks ?? ['result']).map((kind) =>
    kind === 'result'
      ? { url: request.ResultURL, body: b2cCallback(order, world.book.utilityKes(), behaviour.distort) }
      : { url: request.QueueTimeOutURL, body: queueTimeoutCallback(order) },
  )
}

function sendBadGateway(response: ServerResponse): void {
  response
    .writeHead(502, { 'content-type': 'text/html' })
    .end('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>')
}

function hang(response: ServerResponse, holdMs: number): void {
  const timer = setTimeout(() => response.destroy(), holdMs).unref()
  response.on('close', () => clearTimeout(timer))
}
