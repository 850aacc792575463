import { appRouter } from '@chuma/api/app-router'
import type { Context } from '@chuma/api/context'
import {
  type AnyTRPCRouter,
  getErrorShape,
  getTRPCErrorFromUnknown,
  type TRPCError,
  transformTRPCResponse,
} from '@trpc/server'
import { getHTTPStatusCode } from '@trpc/server/http'
import type { TRPCResponse } from '@trpc/server/rpc'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type Procedure, runProcedure } from './run-procedure.ts'

type Failure = { error: TRPCError; req: FastifyRequest; path: string }
type Options = {
  maxBatchSize: number
  createContext: (of: { req: FastifyRequest }) => Context
  responseMeta: (of: { errors: readonly TRPCError[]; type: 'query' }) => { headers: Record<string, string> }
  onError: (failure: Failure) => void
}
type Query = { path: string; procedure: Procedure; input: unknown }
type Queries = { calls: Query[]; isBatch: boolean }

const router: AnyTRPCRouter = appRouter
const procedures = router._def.procedures as Record<string, Procedure>
const { _config: config } = router._def

/**
 * Answers queries as tRPC's adapter would, without the request, the signals, the response and the stream of the web's kind
 * that it makes for each. Whatever is not plainly one or more queries that exist is left to it.
 */
export const plainQueries = fp<{ trpcOptions: Options }>(async (app, { trpcOptions }) => {
  app.addHook('preHandler', async (req, res) => {
    const queries = readQueries(req, trpcOptions.maxBatchSize)
    return queries && answer(queries, { req, res, trpcOptions })
  })
})

function readQueries({ method, url, headers, params }: FastifyRequest, maxBatchSize: number): Queries | null {
  const asksMore = headers['trpc-accept'] ?? headers['content-type'] ?? headers.accept?.includes('jsonl')
  if (method !== 'GET' || asksMore || url.includes('#')) return null
  const { path } = params as { path: string }
  const start = url.indexOf('?')
  const query = new URLSearchParams(start < 0 ? '' : url.slice(start))
  if (query.has('connectionParams')) return null
  const isBatch = query.get('batch') === '1'
  const paths = isBatch ? path.split(',') : [path]
  if (paths.length > maxBatchSize) return null
  const inputs = readInputs(query.get('input'), isBatch)
  const calls = inputs ? paths.flatMap((path, place) => readCall(path, inputs[place])) : []
  return calls.length === paths.length ? { isBatch, calls } : null
}

/** None where no query has this name. */
function readCall(path: string, input: unknown): Query[] {
  const procedure = Object.hasOwn(procedures, path) ? procedures[path] : undefined
  return procedure?._def.type === 'query' ? [{ path, procedure, input }] : []
}

/** By their places; null: not as it should be. */
function readInputs(text: string | null, isBatch: boolean): Record<number, unknown> | null {
  if (!text) return {}
  try {
    const sent: unknown = JSON.parse(text)
    if (!isBatch) return [deserialize(sent)]
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null
    const inputs = Object.entries(sent).map(([place, input]) => [place, deserialize(input)])
    return Object.fromEntries(inputs)
  } catch {
    return null
  }
}

const deserialize = (input: unknown) => config.transformer.input.deserialize(input)

type Door = { req: FastifyRequest; res: FastifyReply; trpcOptions: Options }

async function answer({ calls, isBatch }: Queries, { req, res, trpcOptions }: Door) {
  const ctx = trpcOptions.createContext({ req })
  const errors: TRPCError[] = []
  const ask = async ({ path, procedure, input }: Query, batchIndex: number): Promise<TRPCResponse> => {
    const about = { path, ctx, type: 'query' as const }
    const getRawInput = async () => input
    try {
      const call = { ...about, getRawInput, batchIndex, signal: undefined }
      return { result: { data: await runProcedure(procedure, call) } }
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause)
      errors.push(error)
      trpcOptions.onError({ error, req, path })
      return { error: getErrorShape({ ...about, config, error, input }) }
    }
  }
  const answers = await Promise.all(calls.map(ask))
  const body = write(answers, isBatch)
  // What cannot be written the adapter reports in its own words.
  if (body === null) return
  const { headers } = trpcOptions.responseMeta({ errors, type: 'query' })
  res.code(getHTTPStatusCode(answers)).headers({ vary: 'trpc-accept, accept', ...headers })
  // Left to itself the server would add a charset to the type.
  const asItIs = (text: string) => text
  return res.header('content-type', 'application/json').serializer(asItIs).send(body)
}

function write(answers: TRPCResponse[], isBatch: boolean): string | null {
  const [only] = answers
  try {
    return JSON.stringify(transformTRPCResponse(config, isBatch || !only ? answers : only))
  } catch {
    return null
  }
}
