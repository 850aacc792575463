import { randomUUID } from 'node:crypto'
import { formatEatCompact } from '../../eat-time.ts'
import { concludeCall } from '../conclude-call.ts'
import { readJson, sendGatewayError, sendJson } from '../http-json.ts'
import { newReceipt } from '../new-ids.ts'
import type { StkOrder } from '../orders/order.ts'
import { refuseUnready } from '../refuse-unready.ts'
import { checkStkPushRequest, checkStkQueryRequest, type StkPushRequest } from '../request-schemas.ts'
import type { Call, World } from '../world.ts'
import type { EarlyAnswer, StkBehaviour } from './stk-behaviour.ts'
import { stkMessage } from './stk-messages.ts'
import { stkParcel } from './stk-parcel.ts'

const wrongCredentials = { status: 500, code: '500.001.1001', message: 'Wrong credentials' }
const unknownRequest = { status: 400, code: '400.002.02', message: 'Bad Request - Invalid CheckoutRequestID' }
const processing = { status: 500, code: '500.001.1001', message: 'The transaction is being processed' }

export async function handleStkPush(world: World, call: Call): Promise<void> {
  const { response } = call
  if ((await world.gates.pass('accept', response)) === 'left') return
  const request = refuseUnready(world, call, checkStkPushRequest(await readJson(call.request)))
  if (!request) return
  if (!checkStkPassword(request, world.passkey)) return sendGatewayError(response, wrongCredentials)
  const behaviour = world.script.chooseStk(request.PhoneNumber)
  if (behaviour.refusal) return sendGatewayError(response, behaviour.refusal)

  const order = placeStkOrder(world, request, behaviour)
  world.book.saveStk(order)
  const { callbacks = ['result'], lateCallbacks = [], queriesFirst, timing } = behaviour
  const parcels = callbacks.map((kind) => stkParcel(order, kind, behaviour.distort))
  const isAfterQueries = timing === 'after-queries' && (queriesFirst?.times ?? 0) > 0
  if (queriesFirst) {
    const { times, answer } = queriesFirst
    world.undecided.set(order.checkoutRequestId, { times, answer, callbacks: isAfterQueries ? parcels : [] })
  }
  const late = lateCallbacks.map((kind) => stkParcel(order, kind, behaviour.distort))
  world.courier.schedule(late, world.slowCallbackDelayMs)
  await concludeCall(world, call, {
    parcels: isAfterQueries ? [] : parcels,
    timing: timing === 'after-queries' ? undefined : timing,
    fault: behaviour.reply,
    body: acknowledgement(order),
  })
}

export async function handleStkQuery(world: World, call: Call): Promise<void> {
  const { response } = call
  const request = refuseUnready(world, call, checkStkQueryRequest(await readJson(call.request)))
  if (!request) return
  if (!checkStkPassword(request, world.passkey)) return sendGatewayError(response, wrongCredentials)
  const order = world.book.findStk(request.CheckoutRequestID)
  if (!order) return sendGatewayError(response, unknownRequest)
  const early = takeEarlyAnswer(world, order)
  if (early === 'processing') return sendGatewayError(response, processing)
  sendJson(response, 200, {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successsfully',
    MerchantRequestID: order.merchantRequestId,
    CheckoutRequestID: order.checkoutRequestId,
    ...describe(order, early),
  })
}

function placeStkOrder({ book }: World, request: StkPushRequest, behaviour: StkBehaviour): StkOrder {
  const now = new Date()
  const { PhoneNumber: msisdn, Amount: amountKes } = request
  const tooPoor = amountKes > book.walletKes(msisdn) ? { code: 1, message: stkMessage(1) } : undefined
  const failure = behaviour.failure ?? tooPoor
  return {
    merchantRequestId: randomUUID(),
    checkoutRequestId: `ws_CO_${formatEatCompact(now)}${randomUUID().slice(0, 8)}${msisdn.slice(3)}`,
    receipt: newReceipt(),
    msisdn,
    amountKes,
    accountReference: request.AccountReference,
    isPaid: failure === undefined,
    resultCode: failure?.code ?? 0,
    resultDesc: failure?.message ?? stkMessage(0),
    callbackUrl: request.CallBackURL,
    completedAt: now.toISOString(),
  }
}

function acknowledgement({ merchantRequestId, checkoutRequestId }: StkOrder) {
  return {
    MerchantRequestID: merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  }
}

/** The last early answer sets the callbacks free that have waited for it. */
function takeEarlyAnswer(world: World, { checkoutRequestId }: StkOrder): EarlyAnswer | undefined {
  const undecided = world.undecided.get(checkoutRequestId)
  if (!undecided || undecided.times === 0) return undefined
  undecided.times -= 1
  if (undecided.times === 0) world.courier.schedule(undecided.callbacks, world.callbackDelayMs)
  return undecided.answer
}

/** The code is text here and a number in the callback. */
function describe(order: StkOrder, early: EarlyAnswer | undefined) {
  if (early === 'expired') return { ResultCode: '1019', ResultDesc: stkMessage(1019) }
  if (early === 'still-processing') {
    return { ResultCode: '4999', ResultDesc: 'The transaction is still under processing' }
  }
  return { ResultCode: String(order.resultCode), ResultDesc: order.resultDesc }
}

type Signature = { BusinessShortCode: string; Password: string; Timestamp: string }

/** Whether Password was made of this short code and this Timestamp, and of the passkey where one is set up. */
function checkStkPassword(signature: Signature, passkey: string | undefined): boolean {
  const { BusinessShortCode, Password, Timestamp } = signature
  const text = Buffer.from(Password, 'base64').toString('utf8')
  if (passkey !== undefined) return text === `${BusinessShortCode}${passkey}${Timestamp}`
  const rest = text.length - BusinessShortCode.length - Timestamp.length
  return rest > 0 && text.startsWith(BusinessShortCode) && text.endsWith(Timestamp)
}
