import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * One line for each request, once it is answered, and not another when it comes: nothing else is done while a line is written.
 * The line of a stream comes with its end.
 */
export function logWhenAnswered(): LogController {
  return Object.assign(new LogController(), {
    incomingRequest: () => {},
    requestCompleted: (error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) => {
      const about = { req: request, res: reply, responseTime: reply.elapsedTime }
      if (error) reply.log.error({ ...about, err: error }, 'request errored')
      else reply.log.info(about, 'request completed')
    },
  })
}
