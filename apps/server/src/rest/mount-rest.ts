import { Readable } from 'node:stream'
import { callProcedure } from '@chuma/api/call-procedure'
import type { Context } from '@chuma/api/context'
import { guardRisk } from '@chuma/api/guard-risk'
import { type Endpoint, listEndpoints } from '@chuma/api/list-endpoints'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod'
import { type ContextOptions, createContext } from '../plugins/create-context.ts'
import { linkNextPage } from './link-next-page.ts'
import { readDialogBody } from './read-dialog-body.ts'
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
    ...(hasTextErrors ? { errorHandler: sendPlainError, preValidation: readDialogBody } : {}),
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

/** Refuse query parameters the call does not take: a misspelt filter would be ignored silently. */
function readAddress({ method, params, query, body }: Endpoint) {
  if (params) return { params, querystring: query ?? z.strictObject({}), ...(body ? { body } : {}) }
  return method === 'GET' && query ? {} : { querystring: z.strictObject({}) }
}

/** The client's pace is the writer's, and a client that leaves ends it (Node destroys the stream, which returns the iterator). */
const sendInPieces = async (pieces: AsyncIterable<string>) => Readable.from(pieces, { objectMode: false })

const FILE_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  sps: 'text/plain; charset=utf-8',
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
