import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  handleB2c,
  handleBalanceQuery,
  handleStatusQuery,
  handleStkPush,
  handleStkQuery,
} from './commands.ts'
import { deliverPayment, deliverStk, handleControl, type Redelivery, type StkRedelivery } from './control.ts'
import { createDelivery, type DeliveryOptions, serve } from './courier.ts'
import { openOrderBook, type Settlement, settleOrder } from './orders.ts'
import { type ReplyFault, sendGatewayError, sendReply } from './replies.ts'
import { handleOauth } from './requests.ts'
import { createInitiator, createScript, createTokens, type World } from './world.ts'

export type SimulatorOptions = DeliveryOptions & {
  /** Default 0: any free port. */
  port?: number
  /** The file in which payments survive a restart. */
  stateFile?: string
  /** The initial float of the utility account. */
  utilityKes?: number
  tokenSeconds?: number
  /** The number of consecutive payments with code 2001 that lock the initiator. */
  initiatorLockAfter?: number
  /** Default: any consumer key and secret. */
  consumer?: { key: string; secret: string }
  /** Default: any passkey. */
  passkey?: string
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>

/** Start a local Daraja on the loopback address, with its own ledger. */
export async function startSimulator(options: SimulatorOptions = {}) {
  const world = createWorld(options)
  const server = await serve(world, (request, response) => route(world, request, response), options.port)
  return { ...server, ...controlsOf(world) }
}

/** The `/_sim` controls, for a simulator in the same process. */
function controlsOf(world: World) {
  const { book, courier, gates, initiator, script, tokens } = world
  return {
    ledger: book.ledger,
    books: book.books,
    statement: book.statement,
    orders: book.orders,
    stkOrders: book.stkOrders,
    /** Queues a behaviour for the next payment that is not a repeat; goes before the phone number's own. */
    next: script.next,
    nextStk: script.nextStk,
    /** For the next status or balance query. */
    nextQuery: script.nextQuery,
    hold: gates.hold,
    release: gates.release,
    held: gates.held,
    whenHeld: gates.whenHeld,
    addFloat: book.addFloat,
    addWallet: book.addWallet,
    settle: (settlement: Settlement) => settleOrder(book, settlement),
    deliver: (redelivery: Redelivery) => deliverPayment(world, redelivery),
    deliverStk: (redelivery: StkRedelivery) => deliverStk(world, redelivery),
    expireToken: tokens.revoke,
    setInitiator: initiator.set,
    /** Every call gets this fault until it is set to `undefined`. */
    setOutage: (fault: ReplyFault | undefined): void => {
      world.outage.fault = fault
    },
    deliveries: courier.deliveries,
    /** Resolves when no callback is waiting or under way any more; never while callbacks are held. */
    idle: courier.idle,
  }
}

function createWorld(options: SimulatorOptions): World {
  return {
    ...createDelivery(options),
    book: openOrderBook(options.utilityKes ?? 1_000_000, options.stateFile),
    script: createScript(),
    tokens: createTokens(options.tokenSeconds ?? 3_599),
    initiator: createInitiator(options.initiatorLockAfter ?? 3),
    undecided: new Map(),
    outage: { fault: undefined },
    ...(options.consumer ? { consumer: options.consumer } : {}),
    ...(options.passkey === undefined ? {} : { passkey: options.passkey }),
  }
}

const endpoints: Record<string, typeof handleB2c> = {
  'GET /oauth/v1/generate': handleOauth,
  'POST /mpesa/b2c/v3/paymentrequest': handleB2c,
  'POST /mpesa/transactionstatus/v1/query': handleStatusQuery,
  'POST /mpesa/accountbalance/v1/query': handleBalanceQuery,
  'POST /mpesa/stkpush/v1/processrequest': handleStkPush,
  'POST /mpesa/stkpushquery/v1/query': handleStkQuery,
}

async function route(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const call = { request, response, url }
  if (url.pathname.startsWith('/_sim/')) return handleControl(world, call)
  const { fault } = world.outage
  if (fault) return sendReply(response, { fault, body: {}, holdMs: world.connectionHoldMs })
  const handle = endpoints[`${request.method} ${url.pathname}`]
  if (handle) return handle(world, call)
  sendGatewayError(response, { status: 404, code: '404.001.01', message: 'Resource not found' })
}
