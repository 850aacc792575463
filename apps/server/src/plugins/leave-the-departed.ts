import fp from 'fastify-plugin'

/**
 * Stop a request whose caller hung up while they were being identified: nobody would read the answer, and a stream started
 * for them would never learn that they left. Register it as the last hook, so that nothing waits between it and the door.
 */
export const leaveTheDeparted = fp(async (app) => {
  app.addHook('preHandler', async (_request, reply) => {
    if (reply.raw.destroyed) reply.hijack()
  })
})
