import fp from 'fastify-plugin'

/**
 * Does nothing for a caller who hung up while it was found out who he is: nobody would read the answer, and a stream begun
 * for him would never hear that he has left. Registered last of the hooks, so that no wait lies between it and the door.
 */
export const leaveTheDeparted = fp(async (app) => {
  app.addHook('preHandler', async (_request, reply) => {
    if (reply.raw.destroyed) reply.hijack()
  })
})
