import type { FastifyRequest } from 'fastify'

/**
 * Whether a request goes through one of the two doors. The route it matched says so and not its URL: `/%61pi/…` and
 * an absolute URL reach the same route, and must not get round what guards it.
 */
export function isDoor(request: FastifyRequest): boolean {
  return /^\/(api|trpc)\//.test(request.routeOptions.url ?? '')
}
