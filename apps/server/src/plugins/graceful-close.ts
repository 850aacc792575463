import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** An answer that leaves while the process stops ends its connection; kept alive, it would hold the stop up. */
export const gracefulClose = fp(async (app: FastifyInstance) => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
})
