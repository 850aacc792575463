import type { Endpoint } from '@chuma/api/list-endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'

const CURSORS = ['after', 'before'] as const

/** What the cursors of all lists are: an id or, where rows have none, what is as unique. */
const CURSOR_FIELDS = ['id', 'day', 'version'] as const

type Answered = { request: FastifyRequest; reply: FastifyReply; answer: unknown }

/** Give a full page the address of the one after it, in `Link`. A page that is not full is the last. */
export function linkNextPage(endpoint: Endpoint, { request, reply, answer }: Answered): void {
  const { query } = endpoint
  const cursor = findCursor(endpoint)
  if (!query || !cursor) return
  const { limit } = query.parse(request.query) as { limit: number }
  const next = findNext(answer, limit)
  if (next !== undefined) reply.header('link', `<${addressOf(request, cursor, next)}>; rel="next"`)
}

/** The parameter that asks a list for its next page; undefined where there are no pages. */
export function findCursor({ query }: Pick<Endpoint, 'query'>) {
  return query && 'limit' in query.shape ? CURSORS.find((name) => name in query.shape) : undefined
}

function findNext(answer: unknown, limit: number): string | number | undefined {
  const rows = findRows(answer)
  const last = rows.length >= limit ? rows.at(-1) : undefined
  if (typeof last !== 'object' || last === null) return undefined
  const row: Partial<Record<string, string | number>> = { ...last }
  const field = CURSOR_FIELDS.find((name) => name in row)
  return field && row[field]
}

/** A list, or the one list within an answer that says more. */
function findRows(answer: unknown): unknown[] {
  const inside = typeof answer === 'object' && answer !== null ? Object.values(answer) : []
  return Array.isArray(answer) ? answer : (inside.find(Array.isArray) ?? [])
}

/** Relative to this site, whatever name it was called by. */
function addressOf({ url }: FastifyRequest, cursor: string, next: string | number): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.set(cursor, String(next))
  return `${pathname}?${searchParams}`
}
