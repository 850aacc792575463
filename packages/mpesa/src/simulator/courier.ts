import type { Gates } from './behaviours/gates.ts'
import type { Content } from './behaviours/malformed.ts'

export type Parcel = { url: string; content: Content; headers?: Record<string, string> }
export type Delivery = { url: string; status?: number; error?: string }

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
