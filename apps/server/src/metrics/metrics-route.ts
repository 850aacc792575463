import { createHash, timingSafeEqual } from 'node:crypto'
import fp from 'fastify-plugin'
import type { Metrics } from './create-metrics.ts'

export type MetricsOptions = { metrics: Metrics; token: string }

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Measure every request, and serve the figures under /metrics. They reveal how the business is doing, so reading them takes
 * the token.
 */
export const metricsRoute = fp<MetricsOptions>(async (app, { metrics, token }) => {
  const expected = digest(token)
  app.addHook('onResponse', async (request, reply) => {
    // An unmatched path is any text a stranger sends, so it must not become a label.
    const route = request.routeOptions.url ?? 'none'
    metrics.observeRequest(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const given = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!timingSafeEqual(digest(given), expected)) {
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('401 Unauthorized')
    }
    reply.type(metrics.contentType).header('cache-control', 'no-store')
    try {
      return await metrics.read()
    } catch (error) {
      // The process's own figures matter most when the database is away.
      request.log.warn({ err: error }, 'the figures of the database cannot be read')
      return metrics.ownOnly()
    }
  })
})
