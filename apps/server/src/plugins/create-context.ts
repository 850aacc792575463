import type { Context } from '@chuma/api/context'
import type { Deps } from '@chuma/core/deps'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MetricsOptions } from '../metrics/metrics-route.ts'
import type { Tracing } from '../tracing/tracing.ts'

export type ContextOptions = {
  deps: Deps
  demoLogin: Context['demoLogin']
  metrics?: MetricsOptions | undefined
  tracing?: Tracing | undefined
}

/** Build the context of procedures, for either door. */
export function createContext(
  { closing, takeTurn }: FastifyInstance,
  { deps, demoLogin, metrics, tracing }: ContextOptions,
): (call: { req: FastifyRequest }) => Context {
  return ({ req }) => ({
    deps,
    demoLogin,
    caller: req.caller,
    identify: req.identify,
    closing,
    takeTurn,
    observe: metrics && (({ seconds, ...call }) => metrics.metrics.observeProcedure(call, seconds)),
    inSpan: tracing && ((name, work) => tracing.inSpan({ name }, work)),
    idempotencyKey: req.idempotencyKey,
    answerFile: join,
  })
}

async function join(pieces: AsyncIterable<string>): Promise<string> {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all.join('')
}
