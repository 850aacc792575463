import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends what would not end by itself. */
    closing: AbortSignal
    /** Serves on for a time, and tells whoever spreads the traffic to send it elsewhere. */
    drain: (seconds: number) => Promise<void>
    isDraining: () => boolean
  }
}

/** An answer that leaves while the process stops ends its connection; kept alive, it would hold the stop up. */
export const gracefulClose = fp(async (app: FastifyInstance) => {
  const closing = new AbortController()
  // Each open stream is one.
  setMaxListeners(0, closing.signal)
  app.decorate('closing', closing.signal)
  let isDraining = false
  app.decorate('isDraining', () => isDraining)
  app.decorate('drain', async (seconds) => {
    isDraining = true
    await sleep(seconds * 1000)
  })
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining || closing.signal.aborted) reply.header('connection', 'close')
  })
})
