import { appRouter } from '@chuma/api/app-router'
import type { Context } from '@chuma/api/context'
import { writeAnswer } from '@chuma/api/serialize-answer'
import {
  type AnyTRPCRouter,
  getErrorShape,
  getTRPCErrorFromUnknown,
  type TRPCError,
  transformTRPCResponse,
} from '@trpc/server'
import { getHTTPStatusCode } from '@trpc/server/http'
import type { TRPCErrorResponse } from '@trpc/server/rpc'
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
type Answer = { result: { data: unknown } } | TRPCErrorResponse

const router: AnyTRPCRouter = appRouter
const procedures = router._def.procedures as Record<string, Procedure>
const { _config: config } = router._def

/**
 * Answers queries as tRPC's adapter would, without the request, the signals, the response and the stream of the web's kind
 * that it makes for each. Whatever is not plainly one or more queries that exist is left to it.
 */
export const plainQueries = fp<{ trpcOptions: Options }>(async (app, { trpcOptions }) => {
  // Not a hook: one that answers is waited for until the last byte has left.
  app.addHook('onRoute', (route) => {
    if (!route.url.endsWith('/:path')) return
    const { handler } = route
    route.handler = async function (req, res) {
      const queries = readQueries(req, trpcOptions.maxBatchSize)
      const body = queries && (await answer(queries, { req, res, trpcOptions }))
      // What cannot be written the adapter reports in its own words.
      return body ?? handler.call(this, req, res)
    }
  })
})

function readQueries(
  { method, url, headers, params, query: sent }: FastifyRequest,
  maxBatchSize: number,
): Queries | null {
  const asksMore = headers['trpc-accept'] ?? headers['content-type'] ?? headers.accept?.includes('jsonl')
  if (method !== 'GET' || asksMore || url.includes('#')) return null
  const { path } = params as { path: string }
  const { connectionParams, batch, input } = sent as Record<string, string | string[] | undefined>
  if (connectionParams !== undefined || Array.isArray(batch) || Array.isArray(input)) return null
  const isBatch = batch === '1'
  const paths = isBatch ? path.split(',') : [path]
  if (paths.length > maxBatchSize) return null
  const inputs = readInputs(input, isBatch)
  const calls = inputs ? paths.flatMap((path, place) => readCall(path, inputs[place])) : []
  return calls.length === paths.length ? { isBatch, calls } : null
}

/** None where no query has this name. */
function readCall(path: string, input: unknown): Query[] {
  const procedure = Object.hasOwn(procedures, path) ? procedures[path] : undefined
  return procedure?._def.type === 'query' ? [{ path, procedure, input }] : []
}

/** By their places; null: not as it should be. */
function readInputs(text: string | undefined, isBatch: boolean): Record<number, unknown> | null {
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

/** The body; null: it cannot be written, and nothing is said yet. */
async function answer({ calls, isBatch }: Queries, { req, res, trpcOptions }: Door): Promise<string | null> {
  const ctx = trpcOptions.createContext({ req })
  const errors: TRPCError[] = []
  const ask = async ({ path, procedure, input }: Query, batchIndex: number): Promise<Answer> => {
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
  if (body === null) return null
  const { headers } = trpcOptions.responseMeta({ errors, type: 'query' })
  res.code(getHTTPStatusCode(answers)).headers({ vary: 'trpc-accept, accept', ...headers })
  // Left to itself the server would add a charset to the type.
  const asItIs = (text: string) => text
  res.header('content-type', 'application/json').serializer(asItIs)
  return body
}

function write(answers: Answer[], isBatch: boolean): string | null {
  try {
    const written = answers.map(writeOne)
    return isBatch ? `[${written.join()}]` : written.join()
  } catch {
    return null
  }
}

function writeOne(answer: Answer): string {
  if ('error' in answer) return JSON.stringify(transformTRPCResponse(config, answer))
  return `{"result":{"data":${writeAnswer(answer.result.data)}}}`
}
