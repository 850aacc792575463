import { AppError } from '@chuma/core/app-error'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { isDoor } from './is-door.ts'

type Options = { callsPerMinute: number }

/** More networks than call within a minute; beyond it, the least recently seen is forgotten. */
const NETWORKS_KEPT = 50_000

/**
 * Refuse calls that one network sends faster than people do, before they cost a query. Each process counts for itself and
 * forgets when it stops: the limits that protect accounts are in the database.
 */
export const firstWall = fp<Options>(async (app: FastifyInstance, { callsPerMinute }) => {
  await app.register(rateLimit, {
    global: false,
    max: callsPerMinute,
    timeWindow: '1 minute',
    cache: NETWORKS_KEPT,
  })
  const count = app.createRateLimit()
  app.addHook('onRequest', async (request) => {
    if (!isDoor(request)) return
    const calls = await count(request)
    if (!calls.isAllowed && calls.isExceeded) {
      throw new AppError('THROTTLED', { retryAfterSeconds: calls.ttlInSeconds })
    }
  })
})
