import type { onRouteHookHandler } from 'fastify'
import * as z from 'zod'

const nothing = z.strictObject({})

/** A path that asks for nothing in its query takes nothing there: a misspelt filter would be dropped without a word. */
export const refuseUnknownQuery: onRouteHookHandler = (route) => {
  if (route.prefix === '/api' && route.schema) route.schema.querystring ??= nothing
}
