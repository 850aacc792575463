import type { FastifyBaseLogger } from 'fastify'

/**
 * Whoever hangs up in the middle of a call aborts it. Where nothing waits for a part of it any more, that part rejects unhandled,
 * and Node would end the process for everybody. Any other rejection that nobody handles still ends it.
 */
export function outliveAbortedCalls(log: Pick<FastifyBaseLogger, 'info'>): void {
  process.on('unhandledRejection', (reason) => {
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason
    log.info({ err: reason }, 'a call was given up by its caller')
  })
}
