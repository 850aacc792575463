import { Readable } from 'node:stream'
import { callProcedure } from '@chuma/api/call-procedure'
import type { Context } from '@chuma/api/context'
import { type Endpoint, listEndpoints } from '@chuma/api/list-endpoints'
import { guardRisk } from '@chuma/api/meta'
import { PHONE_METHODS } from '@chuma/contract/wallet/wallet'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod'
import { withoutOrigin } from '../plugins/answer-other-methods.ts'
import { type ContextOptions, createContext } from '../plugins/request-context.ts'
import { sendPlainError } from './send-error.ts'

type ToContext = (call: { req: FastifyRequest }) => Context

/** Serve every procedure that declares a REST call. */
export const mountRest: FastifyPluginAsync<ContextOptions> = async (app, options) => {
  const toContext = createContext(app, options)
  for (const endpoint of listEndpoints()) app.route(toRoute(endpoint, toContext))
}

function toRoute(endpoint: Endpoint, toContext: ToContext): RouteOptions {
  const { method, url, access, bodyLimit, hasTextErrors } = endpoint
  return {
    method,
    url,
    ...(bodyLimit ? { bodyLimit } : {}),
    // Before the body is read, so that strangers learn nothing about the expected input.
    onRequest: async ({ caller }) => {
      access?.admit(caller)
      guardRisk(caller, endpoint)
    },
    preValidation: [...(endpoint.body ? [readAbsentBody] : []), ...(hasTextErrors ? [readDialogBody] : [])],
    ...(hasTextErrors ? { errorHandler: sendPlainError } : {}),
    schema: readAddress(endpoint),
    handler: async (request, reply) => {
      const input = endpoint.toInput(request)
      const ctx = { ...toContext({ req: request }), answerFile: sendInPieces, isRest: true as const }
      const answer = await callProcedure(endpoint.procedure, { ctx, input })
      linkNextPage(endpoint, { request, reply, answer })
      if (endpoint.file) offerAsFile(endpoint.file, { reply, names: [input, answer] })
      return reply.code(endpoint.status).send(answer)
    },
  }
}

/** Read no body as a body without fields, so that a refusal names the missing field. */
const readAbsentBody = async (request: FastifyRequest) => {
  if (request.body === undefined) request.body = {}
}

/** Refuse query parameters the call does not take: a misspelt filter would be ignored silently. */
function readAddress({ method, params, query, body }: Endpoint) {
  if (params) return { params, querystring: query ?? z.strictObject({}), ...(body ? { body } : {}) }
  return method === 'GET' && query ? {} : { querystring: z.strictObject({}) }
}

/** The client's pace is the writer's, and a client that leaves ends it (Node destroys the stream, which returns the iterator). */
const sendInPieces = async (pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>) =>
  Readable.from(pieces, { objectMode: false })

const FILE_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  sav: 'application/x-spss-sav',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

function offerAsFile(file: string, { reply, names }: { reply: FastifyReply; names: unknown[] }): void {
  const known: Record<string, unknown> = Object.assign(
    {},
    ...names.filter((each) => typeof each === 'object'),
  )
  const name = file.replaceAll(/:(\w+)/g, (_, field: string) => String(known[field]))
  reply.header('content-disposition', `attachment; filename="${name}"`)
  const type = FILE_TYPES[name.slice(name.lastIndexOf('.') + 1)]
  if (type) reply.type(type)
}

const CURSORS = ['after', 'before'] as const

/** The cursors of all lists: an id or, where rows have none, another unique field. */
const CURSOR_FIELDS = ['id', 'day', 'version'] as const

type Answered = { request: FastifyRequest; reply: FastifyReply; answer: unknown }

/** Put the address of the next page in `Link` of a full page. A page that is not full is the last. */
function linkNextPage(endpoint: Endpoint, { request, reply, answer }: Answered): void {
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

/**
 * Convert the specified dashboard's request, with `amount`, `method` and `details` (SPEC §3), into the common input, which
 * is then checked like any other. `details` holds the method's fields, or its one number or address.
 */
async function readDialogBody(request: FastifyRequest): Promise<void> {
  const { body } = request
  if (typeof body !== 'object' || body === null || 'withdrawalMethod' in body) return
  const { amount, method, details, ...others } = body as Record<string, unknown>
  if (amount === undefined || method === undefined) return
  request.body = {
    ...others,
    pointsToWithdraw: amount,
    withdrawalMethod: method,
    ...readDetails(method, details),
  }
}

function readDetails(method: unknown, details: unknown): object {
  if (typeof details === 'object' && details !== null && !Array.isArray(details)) return details
  if (method === 'paypal') return { paypalEmail: details }
  return PHONE_METHODS.some((known) => known === method) ? { mpesaNumber: details } : {}
}

const schema = { querystring: z.strictObject({}) }

/** Where the specified pages send a refused caller (SPEC §7). */
export const redirectToLogin: FastifyPluginAsync = async (app) => {
  app.get('/login', { schema }, (_request, reply) => reply.redirect('/login'))
}
