import type { Endpoint } from '@chuma/api/list-endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutOrigin } from '../plugins/answer-other-methods.ts'

const CURSORS = ['after', 'before'] as const

/** The cursors of all lists: an id or, where rows have none, another unique field. */
const CURSOR_FIELDS = ['id', 'day', 'version'] as const

type Answered = { request: FastifyRequest; reply: FastifyReply; answer: unknown }

/** Put the address of the next page in `Link` of a full page. A page that is not full is the last. */
export function linkNextPage(endpoint: Endpoint, { request, reply, answer }: Answered): void {
  const { query } = endpoint
  const cursor = findCursor(endpoint)
  if (!query || !cursor) return
  const { limit } = query.parse(request.query) as { limit: number }
  const next = findNext(answer, limit)
  if (next !== undefined) reply.header('link', `<${addressOf(request, cursor, next)}>; rel="next"`)
}

/** Find the parameter that asks a list for its next page; undefined where there are no pages. */
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

/** The answer itself when it is a list, or the one list within it. */
function findRows(answer: unknown): unknown[] {
  const inside = typeof answer === 'object' && answer !== null ? Object.values(answer) : []
  return Array.isArray(answer) ? answer : (inside.find(Array.isArray) ?? [])
}

/** Relative, because the site may be reached under several names. */
function addressOf({ url }: FastifyRequest, cursor: string, next: string | number): string {
  const [path, query] = withoutOrigin(url).split('?')
  const params = new URLSearchParams(query)
  params.set(cursor, String(next))
  return `${path}?${params}`
}
