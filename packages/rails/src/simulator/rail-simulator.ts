import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGates } from '@chuma/mpesa/simulator/behaviours/gates'
import { isMalformedKind, malform, toContent } from '@chuma/mpesa/simulator/behaviours/malformed'
import { createCourier } from '@chuma/mpesa/simulator/courier'
import { faultNamed, faultOfNumber, type RailFault, type RailFaultName, type ReplyFault } from './faults.ts'
import type { OrderRequest, Protocol, Reply, Request } from './protocol.ts'
import { openRailBook } from './rail-book.ts'
import { parcelsOf } from './rail-parcels.ts'
import type { RailOptions, World } from './rail-world.ts'

export type RailSimulator = Awaited<ReturnType<typeof startRailSimulator>>

/** Start a simulated provider on the loopback address, with its own money. */
export async function startRailSimulator(protocol: Protocol, options: RailOptions = {}) {
  const world = createWorld(protocol, options)
  const { book, courier, gates } = world
  const server = createServer((request, response) => {
    // The caller hung up, or the state file cannot be written: there is no answer to give.
    handle(world, request, response).catch(() => response.destroy())
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
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
    async close(): Promise<void> {
      if (!server.listening) return
      courier.stop()
      gates.releaseAll()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function createWorld(protocol: Protocol, options: RailOptions): World {
  const gates = createGates()
  return {
    protocol,
    book: openRailBook(options.floatKes ?? 1_000_000, options.stateFile),
    gates,
    courier: createCourier({ gates, timeoutMs: 5_000, attempts: 1 }),
    options: {
      callbackDelayMs: options.callbackDelayMs ?? 150,
      slowCallbackDelayMs: options.slowCallbackDelayMs ?? 30_000,
      connectionHoldMs: options.connectionHoldMs ?? 60_000,
    },
    callbackUrl: options.callbackUrl ?? '',
    queued: [],
    refused: new Set(),
    afterStatus: new Map(),
    outage: undefined,
  }
}

const LONGEST_BODY = 64 * 1024

async function handle(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= LONGEST_BODY) chunks.push(chunk)
  }
  const asked: Request = {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://127.0.0.1'),
    headers: request.headers,
    text: Buffer.concat(chunks).toString('utf8'),
  }
  const { protocol, book } = world
  const what = protocol.read(asked)
  if (world.outage)
    return send(world, response, { reply: protocol.refused('error', null), fault: world.outage })
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
    world.courier.schedule(late, world.options.callbackDelayMs)
  }
}

async function placeOrder(world: World, response: ServerResponse, request: OrderRequest): Promise<void> {
  const { protocol, book, courier, options } = world
  // From here to the saved order nothing may wait, or two equal requests could both be paid.
  if (book.find(request.id)) return send(world, response, { reply: protocol.refused('duplicate', request) })
  const name = world.refused.has(request.id) ? 'ok' : (world.queued.shift() ?? faultOfNumber(request.msisdn))
  const fault = faultNamed(name)
  if (fault.refuseFirst) {
    world.refused.add(request.id)
    if (fault.refuseFirst === 'token') protocol.revoke()
    return send(world, response, { reply: protocol.refused(fault.refuseFirst, request) })
  }
  if (fault.dropped) {
    return send(world, response, { reply: protocol.refused('error', request), fault: fault.reply })
  }
  const earlier = fault.repeatsReceipt ? book.payments().at(-1) : undefined
  const order = carryOut(world, request, fault)
  book.save(order)
  const distort = earlier ? { ...fault.distort, receipt: earlier.receipt } : fault.distort
  const parcels = parcelsOf(world, order, { ...fault, ...(distort && { distort }) })
  if (fault.timing === 'after-status') world.afterStatus.set(order.id, parcels)
  if (fault.timing === 'before-reply') for (const parcel of parcels) await courier.deliver(parcel)
  await world.gates.pass('reply')
  if (fault.timing === undefined || fault.timing === 'slow') {
    courier.schedule(parcels, fault.timing === 'slow' ? options.slowCallbackDelayMs : options.callbackDelayMs)
  }
  const reply = protocol.accepted(order, fault.isReplySilent === true)
  send(world, response, { reply, fault: fault.reply })
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
  if (fault === 'reset') response.socket?.resetAndDestroy()
  else if (fault === 'hang') hang(response, world.options.connectionHoldMs)
  else write(response, contentOf(world, { reply, fault }))
}

type Content = { status: number; type: string; text: string }

function contentOf(world: World, { reply: { status, body }, fault }: Sent): Content {
  if (fault === undefined) return { status, ...toContent(body) }
  if (isMalformedKind(fault)) return { status, ...malform(fault, body) }
  if (fault === 'html-502') {
    return { status: 502, type: 'text/html', text: '<html><body><h1>502 Bad Gateway</h1></body></html>' }
  }
  if (fault === 'error-500') return { status: 500, type: 'application/json', text: '{"fault":' }
  if (fault === 'internal-error') {
    const error = world.protocol.refused('error', null)
    return { status: error.status, ...toContent(error.body) }
  }
  return { status: 503, type: 'text/plain', text: '' }
}

function hang(response: ServerResponse, holdMs: number): void {
  const timer = setTimeout(() => response.destroy(), holdMs).unref()
  response.on('close', () => clearTimeout(timer))
}

function write(response: ServerResponse, { status, type, text }: Content): void {
  response.writeHead(status, { 'content-type': type }).end(text)
}
