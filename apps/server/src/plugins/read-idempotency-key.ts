import { checkKey } from '@chuma/core/idempotency/do-once'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyRequest {
    /** Makes a call and its repeats one call. */
    idempotencyKey: string | undefined
  }
}

/** Refuse a bad key at the REST door; the typed door refuses it itself, in its own format. */
export const readIdempotencyKey = fp(async (app: FastifyInstance) => {
  app.decorateRequest('idempotencyKey')
  app.addHook('onRequest', async (request) => {
    const sent = request.headers['idempotency-key']?.toString()
    const isRest = request.routeOptions.url?.startsWith('/api/')
    request.idempotencyKey = isRest ? checkKey(sent) : sent
  })
})
