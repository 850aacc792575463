import type { FastifyContextConfig, RouteOptions } from 'fastify'

/** What the document is made of: a route as it was registered. */
export type DescribedRoute = {
  method: string
  url: string
  config: FastifyContextConfig
  schema: { body?: unknown; params?: unknown; querystring?: unknown; security?: readonly object[] }
  errorHandler: RouteOptions['errorHandler']
}

/** Says so itself: `security: []`. */
export function needsNoSession({ schema }: DescribedRoute): boolean {
  return schema.security?.length === 0
}

export function isChange({ method }: DescribedRoute): boolean {
  return method !== 'GET'
}
