import { setMaxListeners } from 'node:events'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends what would not end by itself. */
    closing: AbortSignal
  }
}

/** An answer that leaves while the process stops ends its connection; kept alive, it would hold the stop up. */
export const gracefulClose = fp(async (app: FastifyInstance) => {
  const closing = new AbortController()
  // Each open stream is one.
  setMaxListeners(0, closing.signal)
  app.decorate('closing', closing.signal)
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onSend', async (_request, reply) => {
    if (closing.signal.aborted) reply.header('connection', 'close')
  })
})
