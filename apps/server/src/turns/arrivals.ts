import { isSubscription } from '@chuma/api/list-endpoints'
import { AppError } from '@chuma/core/app-error'
import { toSource } from '@chuma/core/auth/throttle'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isDoor } from '../plugins/request-context.ts'
import { createSlowDown, tooMany } from './turns.ts'

export type Arrivals = { perToken: number; perNetwork: number; perProcess: number }

/**
 * Requests that are not answered yet. A token: what its account may run and queue (`turns.ts`). A process: a second of
 * full work, and some 40 MB while the database is silent.
 */
export const ARRIVALS: Arrivals = { perToken: 40, perNetwork: 300, perProcess: 600 }

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives the request's place to another before it is answered. */
    leavePlace: () => void
  }
}

/**
 * Refuse requests beyond what can be answered soon, before they cost a query or stay in memory. Nothing is known about the
 * caller yet but their token, which nobody else has, and their network.
 */
export const limitArrivals = fp<{ limits: Arrivals }>(async (app: FastifyInstance, { limits }) => {
  const places = new Map<string, number>()
  const slowDown = createSlowDown()
  const change = (source: string, by: number) => {
    const taken = (places.get(source) ?? 0) + by
    if (taken > 0) places.set(source, taken)
    else places.delete(source)
  }
  // Called for every request, also for one that is refused before it takes a place.
  app.decorateRequest('leavePlace', () => {})
  app.addHook('onRequest', async (request, reply) => {
    if (!isDoor(request)) return
    const sources = listSources(request, limits)
    if ((places.get(PROCESS) ?? 0) >= limits.perProcess) throw new AppError('BUSY')
    for (const [source, limit] of sources) {
      if ((places.get(source) ?? 0) < limit) continue
      await slowDown(source)
      throw tooMany()
    }
    for (const source of sources.keys()) change(source, 1)
    request.leavePlace = () => {
      for (const source of sources.keys()) change(source, -1)
      sources.clear()
    }
    reply.raw.once('close', request.leavePlace)
  })
  app.addHook('onResponse', async (request) => request.leavePlace())
  // A stream lasts as long as a page is open; `createChanges` limits them.
  app.addHook('preHandler', async (request) => {
    if (isStream(request)) request.leavePlace()
  })
})

const PROCESS = 'process'

function listSources(request: FastifyRequest, limits: Arrivals): Map<string, number> {
  const { authorization } = request.headers
  return new Map([
    [PROCESS, limits.perProcess],
    [`network ${toSource(request.ip)}`, limits.perNetwork],
    ...(authorization === undefined ? [] : [[`token ${authorization}`, limits.perToken] as const]),
  ])
}

function isStream({ params }: FastifyRequest): boolean {
  const { path } = (params ?? {}) as { path?: string }
  return path !== undefined && isSubscription(path)
}

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
