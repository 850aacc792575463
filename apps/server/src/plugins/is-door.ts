import type { FastifyRequest } from 'fastify'

/**
 * Whether a request goes through one of the two doors. Decided by its route, not its URL: `/%61pi/…` and an absolute URL
 * reach the same route and must not bypass its guards.
 */
export function isDoor(request: FastifyRequest): boolean {
  return /^\/(api|trpc)\//.test(request.routeOptions.url ?? '')
}
