import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends streams, which would not end on their own. */
    closing: AbortSignal
    /** Keep serving for a time, while /readyz tells the load balancer to send traffic elsewhere. */
    drain: (seconds: number) => Promise<void>
    isDraining: () => boolean
  }
}

/** Close each connection with its answer while the process stops; kept alive, it would delay the stop. */
export const gracefulClose = fp(async (app: FastifyInstance) => {
  const closing = new AbortController()
  // Each open stream adds a listener.
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

/**
 * Stop a request whose caller hung up while they were being identified: nobody would read the answer, and a stream started
 * for them would never learn that they left. Register it as the last hook, so that nothing waits between it and the door.
 */
export const skipAbandoned = fp(async (app) => {
  app.addHook('preHandler', async (_request, reply) => {
    if (reply.raw.destroyed) reply.hijack()
  })
})
