import { type AppRouter, appRouter } from '@chuma/api/app-router'
import { listLongProcedures } from '@chuma/api/list-endpoints'
import type { Access } from '@chuma/api/meta'
import { AppError } from '@chuma/core/app-error'
import type { Caller } from '@chuma/core/caller'
import type { TRPCError } from '@trpc/server'
import {
  type FastifyTRPCPluginOptions,
  fastifyRequestHandler,
  fastifyTRPCPlugin,
} from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { whenToRetry } from '../when-to-retry.ts'
import { type ContextOptions, createContext } from './request-context.ts'

type Failure = { error: TRPCError; req: FastifyRequest; path?: string | undefined }
type Said = { errors: readonly TRPCError[]; type: string }

/** Serve every procedure of the router. */
export const typedDoor: FastifyPluginAsync<ContextOptions> = async (app, options) => {
  const trpcOptions = readOptions(app, options)
  await app.register(longProcedures, { trpcOptions })
  await app.register(fastifyTRPCPlugin, { trpcOptions })
}

function readOptions(app: FastifyInstance, options: ContextOptions) {
  return {
    router: appRouter,
    maxBatchSize: 10,
    createContext: createContext(app, options),
    responseMeta: ({ errors, type }: Said) => ({
      headers: type === 'subscription' ? STREAM : sayWhenToRetry(errors),
    }),
    onError: ({ error, req, path }: Failure) => {
      if (error.code === 'INTERNAL_SERVER_ERROR' && !(error.cause instanceof AppError)) {
        req.log.error({ err: error.cause ?? error, path }, 'procedure failed')
      }
    },
  } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions']
}

/**
 * A proxy that buffers or compresses a stream delays its events. The connection ends with the stream: kept alive, it would
 * delay the process's stop.
 */
const STREAM = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', connection: 'close' }

function sayWhenToRetry(errors: readonly TRPCError[]): Record<string, string> {
  const waits = errors.flatMap(({ cause }) => whenToRetry(cause) ?? [])
  return waits.length > 0 ? { 'retry-after': String(Math.max(...waits)) } : {}
}

type Options = Pick<FastifyTRPCPluginOptions<AppRouter>, 'trpcOptions'>

/** Serve procedures that take a whole file. All others share one route, and its body limit. */
const longProcedures: FastifyPluginAsync<Options> = async (app, { trpcOptions }) => {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  for (const { procedure: path, bodyLimit, access } of listLongProcedures()) {
    const answer = (req: FastifyRequest, res: FastifyReply) =>
      fastifyRequestHandler({ ...trpcOptions, req, res, path })
    app.post(
      `/${path}`,
      {
        bodyLimit,
        // Refuses callers without access before the body is read, with the procedure's own error.
        onRequest: async (req, res) => {
          if (isAdmitted(req.caller, access)) return
          await answer(req, res)
          return res
        },
      },
      answer,
    )
  }
}

function isAdmitted(caller: Caller, access: Access | undefined): boolean {
  try {
    access?.admit(caller)
    return true
  } catch {
    return false
  }
}
