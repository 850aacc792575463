import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Content, listen } from './replies.ts'

export const gateNames = ['oauth', 'accept', 'reply', 'callback'] as const
export type GateName = (typeof gateNames)[number]

/** Points at which the simulator can be stopped, so that a test can kill the product exactly there. */
function createGates() {
  const closed = new Set<GateName>()
  const waiting: Record<GateName, (() => void)[]> = { oauth: [], accept: [], reply: [], callback: [] }
  const watchers = new Set<() => void>()

  function release(name: GateName) {
    closed.delete(name)
    for (const resume of waiting[name].splice(0)) resume()
  }

  /** A caller that hangs up stops waiting; what it asked for is then as if it had never arrived. */
  async function pass(name: GateName, caller?: ServerResponse): Promise<'released' | 'left'> {
    if (!closed.has(name)) return 'released'
    return new Promise((resolve) => {
      const resume = () => resolve('released')
      caller?.once('close', () => {
        waiting[name] = waiting[name].filter((other) => other !== resume)
        resolve('left')
      })
      waiting[name].push(resume)
      for (const look of watchers) look()
    })
  }

  /** Resolves once `count` requests of this kind are being held. */
  function whenHeld(name: GateName, count = 1): Promise<void> {
    return new Promise((resolve) => {
      function look() {
        if (waiting[name].length < count) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
      look()
    })
  }

  return {
    hold: (name: GateName): void => {
      closed.add(name)
    },
    release,
    releaseAll: (): void => gateNames.forEach(release),
    held: (): Record<GateName, number> => ({
      oauth: waiting.oauth.length,
      accept: waiting.accept.length,
      reply: waiting.reply.length,
      callback: waiting.callback.length,
    }),
    whenHeld,
    pass,
  }
}

export type Parcel = { url: string; content: Content; headers?: Record<string, string> }
type Delivered = { url: string; status?: number; error?: string }

type CourierOptions = { gates: ReturnType<typeof createGates>; timeoutMs: number; attempts: number }

/** Delivers callbacks in the background. What cannot be delivered is written down, as nobody waits for it. */
function createCourier(options: CourierOptions) {
  const deliveries: Delivered[] = []
  const underway = new Set<Promise<void>>()
  const waits = new Set<() => void>()
  const stopped = new AbortController()

  async function deliver(parcel: Parcel): Promise<void> {
    await options.gates.pass('callback')
    for (let attempt = 1; attempt <= options.attempts; attempt++) {
      const delivery = await post(
        parcel,
        AbortSignal.any([stopped.signal, AbortSignal.timeout(options.timeoutMs)]),
      )
      deliveries.push(delivery)
      if (delivery.status === 200) return
    }
  }

  function pause(delayMs: number): Promise<void> {
    if (stopped.signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(finish, delayMs)
      function finish() {
        clearTimeout(timer)
        waits.delete(finish)
        resolve()
      }
      waits.add(finish)
    })
  }

  return {
    deliver,
    /** One after the other, each `delayMs` after the one before. */
    schedule(parcels: Parcel[], delayMs: number): void {
      const job = (async () => {
        for (const parcel of parcels) {
          await pause(delayMs)
          await deliver(parcel)
        }
      })().finally(() => underway.delete(job))
      underway.add(job)
    },
    deliveries: () => [...deliveries],
    underway: () => underway.size,
    async idle(): Promise<void> {
      while (underway.size > 0) await Promise.all(underway)
    },
    stop(): void {
      stopped.abort()
      for (const finish of waits) finish()
    },
  }
}

export type DeliveryOptions = {
  callbackDelayMs?: number
  slowCallbackDelayMs?: number
  callbackTimeoutMs?: number
  callbackAttempts?: number
  /** How long a request without a reply is held before its connection is cut. */
  connectionHoldMs?: number
}

/** What every simulator needs to reply and to call back, with the usual delays. */
export function createDelivery(options: DeliveryOptions) {
  const gates = createGates()
  const { callbackTimeoutMs: timeoutMs = 5_000, callbackAttempts: attempts = 1 } = options
  return {
    gates,
    courier: createCourier({ gates, timeoutMs, attempts }),
    /** Results that wait for a status query, by the id of their order. */
    afterStatus: new Map<string, Parcel[]>(),
    callbackDelayMs: options.callbackDelayMs ?? 150,
    slowCallbackDelayMs: options.slowCallbackDelayMs ?? 30_000,
    connectionHoldMs: options.connectionHoldMs ?? 60_000,
  }
}

export type Delivery = ReturnType<typeof createDelivery>

type Conclusion = {
  id: string
  parcels: Parcel[]
  timing: 'before-reply' | 'slow' | 'after-status' | undefined
  reply: () => void
}

/** Replies to what was accepted, and sends its callbacks on their way. */
export async function conclude(delivery: Delivery, { id, parcels, timing, reply }: Conclusion) {
  const { courier, gates } = delivery
  if (timing === 'after-status') delivery.afterStatus.set(id, parcels)
  if (timing === 'before-reply') for (const parcel of parcels) await courier.deliver(parcel)
  await gates.pass('reply')
  if (timing === 'slow') courier.schedule(parcels, delivery.slowCallbackDelayMs)
  if (timing === undefined) courier.schedule(parcels, delivery.callbackDelayMs)
  reply()
}

/** Listen until closed, which lets go of everything that is held and delivers none of it. */
export async function serve(
  { courier, gates }: Delivery,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  port?: number,
) {
  const server = await listen(handle, port)
  return {
    ...server,
    async close(): Promise<void> {
      courier.stop()
      gates.releaseAll()
      await server.close()
    },
  }
}

async function post({ url, content, headers }: Parcel, signal: AbortSignal): Promise<Delivered> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': content.type, connection: 'close', ...headers },
      body: content.text,
      signal,
    })
    await response.arrayBuffer()
    return { url, status: response.status }
  } catch (error) {
    return { url, error: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}
