import type { Db } from '@chuma/db/client'
import { isMigrated } from '@chuma/db/migrate'
import type { FastifyPluginAsync } from 'fastify'
import { answerWithin } from './turns/turns.ts'

/** Shorter than probes wait. */
const READY_MS = 5000

/**
 * /healthz: the process is alive. /readyz: it can serve, because the database answers, is up to date, and the process is not
 * about to stop.
 */
export const health: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  const isReady = joinRunning(() => isMigrated(db))
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    if (app.isDraining()) return reply.code(503).send({ status: 'stopping' })
    try {
      if (await answerWithin(READY_MS, isReady())) return { status: 'ok' }
      return reply.code(503).send({ status: 'migrations missing' })
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
}

/** Probes of a silent database share one check, so that they do not hold a connection each. */
function joinRunning<T>(check: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= check().finally(() => {
      running = null
    })
    return running
  }
}
