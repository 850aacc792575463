import { toFieldProblems } from '@chuma/contract/to-field-problems'
import { AppError } from '@chuma/core/app-error'
import type { Deps } from '@chuma/core/deps'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { apiDocs } from './api-docs.ts'
import { devMailbox } from './dev-mailbox.ts'
import type { Env } from './env.ts'
import { health } from './health.ts'
import { logWhenAnswered } from './logging/logger.ts'
import { type MetricsOptions, metricsRoute } from './metrics/metrics.ts'
import { answerOtherMethods } from './plugins/answer-other-methods.ts'
import { gracefulClose, skipAbandoned } from './plugins/graceful-close.ts'
import { identifyRequest, readIdempotencyKey } from './plugins/request-context.ts'
import { refuseUnreadable, requestGuard } from './plugins/request-guard.ts'
import { cspReports, securityHeaders, securityTxt } from './plugins/security-headers.ts'
import { site } from './plugins/site.ts'
import { typedDoor } from './plugins/typed-door.ts'
import { payoutHooks, postbackRest, smsHooks } from './rest/callbacks.ts'
import { mountRest, redirectToLogin } from './rest/mount-rest.ts'
import { sendError } from './rest/send-error.ts'
import { type Tracing, traceRequests } from './tracing/tracing.ts'
import { ARRIVALS, type Arrivals, firstWall, limitArrivals } from './turns/arrivals.ts'
import { createTakeTurn, PACES, type Paces, type TakeTurn } from './turns/turns.ts'

declare module 'fastify' {
  interface FastifyInstance {
    takeTurn: TakeTurn
  }
}

export type AppOptions = {
  deps: Deps
  publicUrl: string
  /** Folder of the built site. */
  webRoot: string
  /** Demo mode: the credentials on /admin-login, and captured mail under /dev. */
  demoLogin: { username: string; password: string } | null
  trustProxy: Env['trustProxy']
  /** How many calls per minute the first wall lets through from one network. */
  callsPerMinute?: number
  /** How many requests may be open at the same time. */
  arrivals?: Arrivals
  /** How often a member may call; null: as often as they can. */
  paces?: Paces | null
  logger?: FastifyBaseLogger
  /** Without it nothing is measured. */
  metrics?: MetricsOptions | undefined
  tracing?: Tracing | undefined
}

/** Generous: hundreds of members may share one address of a mobile carrier. */
const CALLS_PER_MINUTE = 3000

/** Build the whole HTTP surface without listening, so that tests can inject requests into it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { deps, publicUrl, demoLogin } = options
  const isHttps = publicUrl.startsWith('https:')
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    logController: logWhenAnswered(),
    trustProxy: options.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    // On a busy machine or a cold disk the code of a plugin takes longer to load than Fastify's ten seconds.
    pluginTimeout: 60_000,
    // While the process stops, open connections still get their answer and are then asked to close.
    return503OnClosing: false,
    frameworkErrors: refuseUnreadable({ isHttps }),
    // A batched tRPC call lists its procedures in the path.
    routerOptions: { maxParamLength: 1000 },
  })
  app.setErrorHandler(sendError)
  app.setValidatorCompiler(({ schema }) => validateWith(schema as z.ZodType))
  acceptEmptyJson(app)

  if (options.tracing) await app.register(traceRequests, { tracing: options.tracing })
  await app.register(gracefulClose)
  await app.register(securityHeaders, { isHttps })
  await app.register(firstWall, { callsPerMinute: options.callsPerMinute ?? CALLS_PER_MINUTE })
  await app.register(limitArrivals, { limits: options.arrivals ?? ARRIVALS })
  app.decorate('takeTurn', createTakeTurn(options.paces === undefined ? PACES : options.paces))
  await app.register(answerOtherMethods)
  await app.register(requestGuard, { publicUrl })
  await app.register(readIdempotencyKey)
  await app.register(identifyRequest, { deps })
  if (options.metrics) await app.register(metricsRoute, options.metrics)
  await app.register(skipAbandoned)
  await app.register(health, { db: deps.db })
  await app.register(apiDocs)
  await app.register(typedDoor, { ...options, prefix: '/trpc' })
  await app.register(mountRest, options)
  await app.register(redirectToLogin, { prefix: '/api' })
  await app.register(cspReports, { deps, publicUrl })
  await app.register(securityTxt, { deps, publicUrl })
  await app.register(payoutHooks, { deps })
  await app.register(smsHooks, { deps })
  await app.register(postbackRest, { deps })
  if (demoLogin) await app.register(devMailbox, { prefix: '/dev', db: deps.db })
  const isDemo = demoLogin !== null
  await app.register(site, { webRoot: options.webRoot, publicUrl, isDemo, deps })
  return app
}

/** Name the refused fields. Accepted input stays unchanged: procedures parse it themselves. */
function validateWith(schema: z.ZodType) {
  return (data: unknown) => {
    const { success, error } = schema.safeParse(data)
    return success
      ? { value: data }
      : { error: new AppError('INVALID_INPUT', { fields: toFieldProblems(error, data) }) }
  }
}

/** The specified callers send the JSON content type on calls without a body (SPEC §7). */
function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body.toString(), done),
  )
}
