import { checkKey } from '@chuma/core/idempotency/check-key'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyRequest {
    /** What makes a call and its repeats one call. */
    idempotencyKey: string | undefined
  }
}

/** Refuses a bad key at the REST door; the typed door does so itself, in its own words. */
export const readIdempotencyKey = fp(async (app: FastifyInstance) => {
  app.decorateRequest('idempotencyKey')
  app.addHook('onRequest', async (request) => {
    const sent = request.headers['idempotency-key']?.toString()
    const isRest = request.routeOptions.url?.startsWith('/api/')
    request.idempotencyKey = isRest ? checkKey(sent) : sent
  })
})
