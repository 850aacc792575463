import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import * as z from 'zod'

const CURSORS = ['after', 'before'] as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Where a list is read page by page: what the next page is asked for with. Read from its query's schema. */
    cursor?: (typeof CURSORS)[number]
  }
}

/** What the cursors of all lists are: an id or, where rows have none, what is as unique. */
const CURSOR_FIELDS = ['id', 'day', 'version'] as const

/** Gives every full page the address of the one after it, in `Link`. A page that is not full is the last. */
export const linkNextPage = fp(async (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    const cursor = findCursor(route)
    if (cursor) route.config = { ...route.config, cursor }
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { cursor } = request.routeOptions.config
    const next = cursor && reply.statusCode === 200 ? findNext(request, payload) : undefined
    if (cursor && next !== undefined)
      reply.header('link', `<${addressOf(request, cursor, next)}>; rel="next"`)
    return payload
  })
})

function findCursor({ url, schema }: RouteOptions) {
  const query = schema?.querystring
  if (!url.startsWith('/api/') || !(query instanceof z.ZodObject) || !('limit' in query.shape))
    return undefined
  return CURSORS.find((name) => name in query.shape)
}

function findNext({ query }: FastifyRequest, payload: unknown): string | number | undefined {
  const { limit } = query as { limit: number }
  const rows = findRows(payload)
  const last = rows.length >= limit ? rows.at(-1) : undefined
  if (typeof last !== 'object' || last === null) return undefined
  const row: Partial<Record<string, string | number>> = { ...last }
  const field = CURSOR_FIELDS.find((name) => name in row)
  return field && row[field]
}

/** A list, or the one list within an answer that says more. */
function findRows(payload: unknown): unknown[] {
  const inside = typeof payload === 'object' && payload !== null ? Object.values(payload) : []
  return Array.isArray(payload) ? payload : (inside.find(Array.isArray) ?? [])
}

/** Relative to this site, whatever name it was called by. */
function addressOf({ url }: FastifyRequest, cursor: string, next: string | number): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.set(cursor, String(next))
  return `${pathname}?${searchParams}`
}
