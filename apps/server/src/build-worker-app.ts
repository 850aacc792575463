import type { Db } from '@chuma/db/client'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { health } from './health.ts'
import { type MetricsOptions, metricsRoute } from './metrics/metrics.ts'
import { gracefulClose } from './plugins/graceful-close.ts'

type Options = { db: Db; logger: FastifyBaseLogger; metrics?: MetricsOptions | undefined }

/** Build the HTTP surface of a process that only does jobs: its health and its metrics. */
export async function buildWorkerApp({ db, logger, metrics }: Options): Promise<FastifyInstance> {
  const app = Fastify({ loggerInstance: logger, bodyLimit: 1024, requestTimeout: 30_000 })
  await app.register(gracefulClose)
  if (metrics) await app.register(metricsRoute, metrics)
  await app.register(health, { db })
  return app
}
