import type { Context } from '@chuma/api/context'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppOptions } from '../app.ts'

export type ContextOptions = Pick<AppOptions, 'deps' | 'demoLogin' | 'metrics' | 'tracing'>

/** Build what procedures are given, for either door. */
export function createContext(
  { closing }: FastifyInstance,
  { deps, demoLogin, metrics, tracing }: ContextOptions,
): (call: { req: FastifyRequest }) => Context {
  return ({ req }) => ({
    deps,
    demoLogin,
    caller: req.caller,
    identify: req.identify,
    closing,
    observe: metrics && (({ seconds, ...call }) => metrics.metrics.observeProcedure(call, seconds)),
    inSpan: tracing && ((name, work) => tracing.inSpan({ name }, work)),
    idempotencyKey: req.idempotencyKey,
  })
}
