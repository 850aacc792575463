import type { ServerResponse } from 'node:http'
import type { Content } from './replies.ts'

const gateNames = ['oauth', 'accept', 'reply', 'callback'] as const
export type GateName = (typeof gateNames)[number]

export function isGateName(name: unknown): name is GateName {
  return gateNames.some((known) => known === name)
}

/** Points at which the simulator can be stopped, so that a test can kill the product exactly there. */
export function createGates() {
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

export type Gates = ReturnType<typeof createGates>

export type Parcel = { url: string; content: Content; headers?: Record<string, string> }
type Delivery = { url: string; status?: number; error?: string }

type CourierOptions = { gates: Gates; timeoutMs: number; attempts: number }

/** Delivers callbacks in the background. What cannot be delivered is written down, as nobody waits for it. */
export function createCourier(options: CourierOptions) {
  const deliveries: Delivery[] = []
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

export type Courier = ReturnType<typeof createCourier>

async function post({ url, content, headers }: Parcel, signal: AbortSignal): Promise<Delivery> {
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
