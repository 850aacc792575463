import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * Log one line per request, when it is answered, and none when it arrives: writing a line blocks everything else. The line
 * of a stream comes when it ends.
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
