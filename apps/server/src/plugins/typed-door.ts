import { type AppRouter, appRouter } from '@chuma/api/app-router'
import { AppError } from '@chuma/core/app-error'
import type { TRPCError } from '@trpc/server'
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { whenToRetry } from '../when-to-retry.ts'
import { type ContextOptions, createContext } from './create-context.ts'
import { longProcedures } from './long-procedures.ts'

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
