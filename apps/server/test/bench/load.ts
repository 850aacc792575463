import { once } from 'node:events'
import autocannon from 'autocannon'

// Sends load from a separate process, so that neither the server nor the measuring process waits for this one.
export type Call = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }
export type Load = {
  url: string
  calls: Call[]
  connections: number
  /** How many calls; undefined sends until it is told to stop. */
  amount?: number
}
export type Loaded = { perSecond: number; milliseconds: number[]; refused: number }

let stop: (() => void) | undefined

process.on('message', async (load: Load | 'stop') => {
  if (load === 'stop') stop?.()
  else process.send?.(await send(load))
})

const AN_HOUR = 3600

async function send({ url, calls, connections, amount }: Load): Promise<Loaded> {
  const milliseconds: number[] = []
  let refused = 0
  let next = 0
  const began = performance.now()
  let lastAt = began
  const options: autocannon.Options = {
    url,
    connections,
    ...(amount === undefined ? { duration: AN_HOUR } : { amount }),
    timeout: 120,
    // Each call comes from another person, from another address.
    requests: [
      {
        setupRequest: (request) => {
          const call = calls[next++ % calls.length]
          const address = [10, (next >> 16) & 255, (next >> 8) & 255, next & 255].join('.')
          return { ...request, ...call, headers: { ...call?.headers, 'x-forwarded-for': address } }
        },
      },
    ],
  }
  const run = autocannon(options, () => {})
  stop = () => run.stop()
  run.on('response', (_client, status, _bytes, took) => {
    lastAt = performance.now()
    milliseconds.push(took)
    if (status >= 300) refused += 1
  })
  await once(run, 'done')
  const perSecond = lastAt > began ? (milliseconds.length * 1000) / (lastAt - began) : 0
  return { perSecond, milliseconds, refused }
}
