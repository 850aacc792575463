import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { behaviourOfMsisdn } from '@chuma/mpesa/simulator/behaviours'
import {
  conclude,
  createDelivery,
  type Delivery,
  type DeliveryOptions,
  type Parcel,
  serve,
} from '@chuma/mpesa/simulator/courier'
import { openStateFile } from '@chuma/mpesa/simulator/orders'
import { malform, type ReplyFault, readText, sendReply, toContent } from '@chuma/mpesa/simulator/replies'
import {
  type CallbackKind,
  type Distortion,
  type Failure,
  faultNamed,
  type RailFault,
  type RailFaultName,
  type Refusal,
} from './faults.ts'

export type Request = { method: string; url: URL; headers: IncomingHttpHeaders; text: string }
export type Reply = { status: number; body: object }
type Callback = { body: object; sign: (text: string) => Record<string, string> }
type OrderRequest = { id: string; msisdn: string; amountKes: number }

/** How one provider words what every simulator does. */
export type Protocol = {
  /** What the request asks for. A reply: what is none of these, such as a token. */
  read: (
    request: Request,
  ) =>
    | { ask: 'order'; order: OrderRequest }
    | { ask: 'status'; find: { id: string } | { reference: string } }
    | { ask: 'balance' }
    | { ask: 'reply'; reply: Reply }
  newOrder: () => Pick<RailOrder, 'reference' | 'receipt'>
  accepted: (order: RailOrder, isSilent: boolean) => Reply
  refused: (refusal: Refusal | 'error') => Reply
  status: (order: RailOrder | undefined) => Reply
  balance: (kes: number) => Reply
  /** Undefined: the provider calls back about nothing that it did not take. */
  callback: (order: RailOrder, as: { isPaid: boolean; distort: Distortion }) => Callback | undefined
  /** Ends the life of what `read` accepts as permission. */
  revoke: () => void
}

export type RailOptions = DeliveryOptions & {
  port?: number
  stateFile?: string
  floatKes?: number
  /** Where the portal was told to call back. */
  callbackUrl?: string
}

type World = Delivery & {
  protocol: Protocol
  book: RailBook
  callbackUrl: string
  queued: RailFaultName[]
  refused: Set<string>
  outage: ReplyFault | undefined
}

export type RailOrder = {
  id: string
  /** The provider's own id. */
  reference: string
  receipt: string
  msisdn: string
  amountKes: number
  status: 'paid' | 'failed' | 'pending'
  failure: Failure | null
  isHidden: boolean
  at: string
}

/** The simulator's money: what the company holds with the provider, and every order. */
function openRailBook(openingKes: number, stateFile?: string) {
  const orders = new Map<string, RailOrder>()
  let addedKes = openingKes
  const file = openStateFile(stateFile, (line) => line as RailOrder | undefined)
  for (const order of file.entries) orders.set(order.id, order)
  const list = () => [...orders.values()]
  const paid = () => list().filter(({ status }) => status === 'paid')

  return {
    find: (id: string) => orders.get(id),
    findByReference: (reference: string) => list().find((order) => order.reference === reference),
    /** Saved before anybody learns of it: a killed simulator still knows whom it paid. */
    save(order: RailOrder): void {
      file.append(order)
      orders.set(order.id, order)
    },
    orders: list,
    payments: paid,
    addFloat(kes: number): void {
      addedKes += kes
    },
    floatKes: () => addedKes - paid().reduce((sum, { amountKes }) => sum + amountKes, 0),
    /** Ends a pending payment, without a callback. */
    settle(id: string, status: 'paid' | 'failed'): void {
      const order = orders.get(id)
      if (order?.status !== 'pending') return
      this.save({ ...order, status, failure: status === 'paid' ? null : 'unregistered' })
    },
  }
}

type RailBook = ReturnType<typeof openRailBook>

/** Random instead of counted: unique over restarts and over several simulators on one database. */
export const randomText = (length: number): string =>
  randomBytes(length).toString('hex').slice(0, length).toUpperCase()

export type RailSimulator = Awaited<ReturnType<typeof startRailSimulator>>

/** Start a simulated provider on the loopback address, with its own money. */
export async function startRailSimulator(protocol: Protocol, options: RailOptions = {}) {
  const world = createWorld(protocol, options)
  const { book, courier, gates } = world
  const server = await serve(world, (request, response) => handle(world, request, response), options.port)
  return {
    url: server.url,
    close: server.close,
    orders: book.orders,
    payments: book.payments,
    floatKes: book.floatKes,
    addFloat: book.addFloat,
    settle: (id: string, status: 'paid' | 'failed') => book.settle(id, status),
    next: (name: RailFaultName): void => void world.queued.push(name),
    setOutage: (fault: ReplyFault | undefined): void => {
      world.outage = fault
    },
    setCallbackUrl: (url: string): void => {
      world.callbackUrl = url
    },
    /** Posts a callback of an earlier payment. */
    deliver(id: string, kind: 'result' | 'success' | 'failure' = 'result'): boolean {
      const order = book.find(id)
      if (order) courier.schedule(parcelsOf(world, order, { callbacks: [kind] }), 0)
      return order !== undefined
    },
    expireToken: () => protocol.revoke(),
    hold: gates.hold,
    release: gates.release,
    whenHeld: gates.whenHeld,
    deliveries: courier.deliveries,
    idle: courier.idle,
  }
}

function createWorld(protocol: Protocol, options: RailOptions): World {
  return {
    ...createDelivery(options),
    protocol,
    book: openRailBook(options.floatKes ?? 1_000_000, options.stateFile),
    callbackUrl: options.callbackUrl ?? '',
    queued: [],
    refused: new Set(),
    outage: undefined,
  }
}

async function handle(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked: Request = {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://127.0.0.1'),
    headers: request.headers,
    text: await readText(request),
  }
  const { protocol, book } = world
  const what = protocol.read(asked)
  if (world.outage) return send(world, response, { reply: protocol.refused('error'), fault: world.outage })
  if (what.ask === 'reply') return send(world, response, { reply: what.reply })
  if (what.ask === 'balance') return send(world, response, { reply: protocol.balance(book.floatKes()) })
  if (what.ask === 'order') {
    if ((await world.gates.pass('accept', response)) === 'left') return
    return placeOrder(world, response, what.order)
  }
  const found = 'id' in what.find ? book.find(what.find.id) : book.findByReference(what.find.reference)
  send(world, response, { reply: protocol.status(found?.isHidden ? undefined : found) })
  const late = found && world.afterStatus.get(found.id)
  if (late) {
    world.afterStatus.delete(found.id)
    world.courier.schedule(late, world.callbackDelayMs)
  }
}

async function placeOrder(world: World, response: ServerResponse, request: OrderRequest): Promise<void> {
  const { protocol, book } = world
  // From here to the saved order nothing may wait, or two equal requests could both be paid.
  if (book.find(request.id)) return send(world, response, { reply: protocol.refused('duplicate') })
  const name = world.refused.has(request.id)
    ? 'ok'
    : (world.queued.shift() ?? behaviourOfMsisdn(request.msisdn))
  const fault = faultNamed(name)
  if (fault.refuseFirst) {
    world.refused.add(request.id)
    if (fault.refuseFirst === 'token') protocol.revoke()
    return send(world, response, { reply: protocol.refused(fault.refuseFirst) })
  }
  if (fault.dropped) {
    return send(world, response, { reply: protocol.refused('error'), fault: fault.reply })
  }
  const earlier = fault.repeatsReceipt ? book.payments().at(-1) : undefined
  const order = carryOut(world, request, fault)
  book.save(order)
  const distort = earlier ? { ...fault.distort, receipt: earlier.receipt } : fault.distort
  const parcels = parcelsOf(world, order, { ...fault, ...(distort && { distort }) })
  const reply = protocol.accepted(order, fault.isReplySilent === true)
  const sent = { reply, fault: fault.reply }
  const { timing } = fault
  await conclude(world, { id: order.id, parcels, timing, reply: () => send(world, response, sent) })
}

/** Decides about one payment. Saving it is what moves the money. */
function carryOut({ protocol, book }: World, { id, msisdn, amountKes }: OrderRequest, fault: RailFault) {
  const isTooMuch = amountKes > book.floatKes()
  const failure = fault.failure ?? (isTooMuch ? ('float' as const) : null)
  const status = failure ? ('failed' as const) : fault.pending ? ('pending' as const) : ('paid' as const)
  const at = new Date().toISOString()
  const isHidden = fault.hiddenFromQueries === true
  return { id, ...protocol.newOrder(), msisdn, amountKes, status, failure, isHidden, at }
}

type Sent = { reply: Reply; fault?: ReplyFault | undefined }

function send(world: World, response: ServerResponse, { reply, fault }: Sent): void {
  const holdMs = world.connectionHoldMs
  // In the provider's own words.
  const isError = fault === 'internal-error'
  const { status, body } = isError ? world.protocol.refused('error') : reply
  sendReply(response, { fault: isError ? undefined : fault, status, body, holdMs })
}

/** The callbacks about an order, in the order in which they go out. */
function parcelsOf(world: World, order: RailOrder, fault: RailFault): Parcel[] {
  const kinds = fault.callbacks ?? (['result'] as const)
  return kinds.flatMap((kind) => toParcel(world, { order, kind, fault }) ?? [])
}

type Wording = { order: RailOrder; kind: CallbackKind; fault: RailFault }

function toParcel({ protocol, callbackUrl: url }: World, { order, kind, fault }: Wording) {
  const isPaid = kind === 'success' || (kind !== 'failure' && order.status === 'paid')
  const callback = protocol.callback(order, { isPaid, distort: fault.distort ?? {} })
  if (!callback) return undefined
  const isSound = kind === 'result' || kind === 'success' || kind === 'failure'
  const body = fault.distort?.extraKeys
    ? { ...callback.body, more: { list: [1] }, constructor: { isPaid: true } }
    : callback.body
  const content = isSound ? toContent(body) : malform(kind, body)
  return { url, content, headers: callback.sign(content.text) }
}
