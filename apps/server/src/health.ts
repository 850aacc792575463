import type { Db } from '@chuma/db/client'
import { isMigrated } from '@chuma/db/migrate'
import type { FastifyPluginAsync } from 'fastify'

/**
 * /healthz: the process is alive. /readyz: it can serve, because the database answers, is up to date, and the process is not
 * about to stop.
 */
export const health: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    if (app.isDraining()) return reply.code(503).send({ status: 'stopping' })
    try {
      if (await isMigrated(db)) return { status: 'ok' }
      return reply.code(503).send({ status: 'migrations missing' })
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
}
