import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { type BehaviourName, isBehaviourName } from './behaviours.ts'
import {
  type CallbackKind,
  type CodeName,
  callbackKinds,
  type Distortion,
  isCodeName,
  paymentParcel,
  queryAnswers,
} from './callbacks.ts'
import { gateNames } from './courier.ts'
import { makePayoutsCsv, settleOrder } from './orders.ts'
import { readJson, replyFaults, sendJson } from './replies.ts'
import {
  isStkScriptName,
  type StkCallbackKind,
  type StkScriptName,
  stkCallbackKinds,
  stkParcel,
} from './stk-behaviours.ts'
import { type Call, initiatorStates, type World } from './world.ts'

export type Redelivery = {
  originatorConversationId: string
  kind: CallbackKind
  distort?: Distortion | undefined
}
export type StkRedelivery = { checkoutRequestId: string; kind: StkCallbackKind }

/** Posts a callback of an earlier payment, as often and as late as a test likes. Says whether there is such a payment. */
export function deliverPayment({ book, courier }: World, redelivery: Redelivery): boolean {
  const order = book.find(redelivery.originatorConversationId)
  if (!order) return false
  const wording = { funds: book.funds(), distort: redelivery.distort }
  courier.schedule([paymentParcel(order, redelivery.kind, wording)], 0)
  return true
}

export function deliverStk({ book, courier }: World, { checkoutRequestId, kind }: StkRedelivery): boolean {
  const order = book.findStk(checkoutRequestId)
  if (!order) return false
  courier.schedule([stkParcel(order, kind)], 0)
  return true
}

/** `body` as it is if it is text, otherwise as JSON. */
type Forgery = { url: string; body?: unknown; contentType?: string | undefined }

/** Posts whatever a test likes from the address that true callbacks come from. */
async function forge({ url, body, contentType = 'application/json' }: Forgery) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': contentType, connection: 'close' },
      body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
      redirect: 'manual',
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { error: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}

const msisdn = z.string().regex(/^254\d{9}$/)
const distort = z
  .object({
    addKes: z.int(),
    msisdn: z.string(),
    receipt: z.string(),
    codeAsText: z.boolean(),
    onlyReceipt: z.boolean(),
    extraKeys: z.boolean(),
  })
  .partial()

/** The returned value is the answer; `false` is a refusal. */
type Change = (world: World, body: unknown) => unknown

function taking<Body>(schema: z.ZodType<Body>, run: (world: World, body: Body) => unknown): Change {
  return (world, body) => {
    const parsed = schema.safeParse(body)
    return parsed.success && run(world, parsed.data)
  }
}

const codeName = z.custom<CodeName>(isCodeName)
const gate = z.object({ what: z.enum(gateNames) })
const next = z.object({ behaviour: z.custom<BehaviourName>(isBehaviourName).or(codeName) })
const nextStk = z.object({ behaviour: z.custom<StkScriptName>(isStkScriptName) })
const nextQuery = z.object({ answer: z.enum(queryAnswers).or(codeName) })
const settlement = z.object({
  originatorConversationId: z.string(),
  status: z.enum(['Completed', 'Declined']),
})
const redelivery = z.object({
  originatorConversationId: z.string(),
  kind: z.enum(callbackKinds),
  distort: distort.optional(),
})
const stkRedelivery = z.object({ checkoutRequestId: z.string(), kind: z.enum(stkCallbackKinds) })
const forgery = z.object({
  url: z.url({ protocol: /^https?$/ }),
  body: z.unknown().optional(),
  contentType: z.string().optional(),
})
const outage = z.object({ fault: z.enum(replyFaults).nullable() })

const controlChanges: Record<string, Change> = {
  '/_sim/next': taking(next, ({ script }, { behaviour }) => script.next(behaviour)),
  '/_sim/next-stk': taking(nextStk, ({ script }, { behaviour }) => script.nextStk(behaviour)),
  '/_sim/next-query': taking(nextQuery, ({ script }, { answer }) => script.nextQuery(answer)),
  '/_sim/hold': taking(gate, ({ gates }, { what }) => gates.hold(what)),
  '/_sim/release': taking(gate, ({ gates }, { what }) => gates.release(what)),
  '/_sim/float': taking(z.object({ kes: z.int() }), ({ book }, { kes }) => book.addFloat(kes)),
  '/_sim/wallet': taking(z.object({ msisdn, kes: z.int() }), ({ book }, { msisdn, kes }) =>
    book.addWallet(msisdn, kes),
  ),
  '/_sim/settle': taking(settlement, ({ book }, body) => settleOrder(book, body)),
  '/_sim/deliver': taking(redelivery, deliverPayment),
  '/_sim/deliver-stk': taking(stkRedelivery, deliverStk),
  '/_sim/forge': taking(forgery, (_world, body) => forge(body)),
  '/_sim/expire-token': ({ tokens }) => tokens.revoke(),
  '/_sim/initiator': taking(z.object({ state: z.enum(initiatorStates) }), ({ initiator }, { state }) =>
    initiator.set(state),
  ),
  '/_sim/outage': taking(outage, (world, { fault }) => {
    world.outage.fault = fault ?? undefined
  }),
}

/** The tests' remote control. It is for a simulator that runs in a process of its own. */
export async function handleControl(world: World, { request, response, url }: Call): Promise<void> {
  if (!isLocalTool(request)) return sendJson(response, 403, { error: 'Not for browsers' })
  if (request.method === 'GET' && url.pathname === '/_sim/statement.csv') {
    response.writeHead(200, { 'content-type': 'text/csv' }).end(makePayoutsCsv(world.book.statement()))
    return
  }
  const answer =
    request.method === 'GET'
      ? reads[url.pathname]?.(world)
      : await change(world, url.pathname, await readJson(request))
  sendJson(response, answer === undefined ? 400 : 200, answer ?? { error: 'Not understood' })
}

/** A page in the developer's browser could reach the loopback address too, and `forge` posts anywhere. */
function isLocalTool({ headers }: IncomingMessage): boolean {
  const host = headers.host?.replace(/:\d+$/, '') ?? ''
  return headers.origin === undefined && ['127.0.0.1', 'localhost'].includes(host)
}

const reads: Record<string, (world: World) => object> = {
  '/_sim/ledger': ({ book }) => book.ledger(),
  '/_sim/books': ({ book }) => book.books(),
  '/_sim/statement': ({ book }) => ({ rows: book.statement() }),
  '/_sim/orders': ({ book }) => ({ payments: book.orders(), pushes: book.stkOrders() }),
  '/_sim/initiator': ({ initiator }) => ({ state: initiator.state() }),
  '/_sim/held': ({ gates }) => gates.held(),
  '/_sim/deliveries': ({ courier }) => ({ underway: courier.underway(), deliveries: courier.deliveries() }),
}

async function change(world: World, path: string, body: unknown): Promise<object | undefined> {
  const run = controlChanges[path]
  if (!run) return undefined
  const result = await run(world, body)
  if (result === false) return undefined
  return typeof result === 'object' && result !== null ? result : { ok: true }
}
