import type { Context } from '@chuma/api/context'
import { BACKGROUND_HEADER, PAGE_AGE_HEADER } from '@chuma/contract/auth/auth-rules'
import type { Language } from '@chuma/contract/platform'
import { identifyCaller } from '@chuma/core/auth/identify-caller'
import type { Caller } from '@chuma/core/caller'
import type { Deps } from '@chuma/core/deps'
import { checkKey } from '@chuma/core/idempotency/do-once'
import { preferLanguage } from '@chuma/core/language/prefer-language'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { MetricsOptions } from '../metrics/metrics.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { answerWithin } from '../turns/turns.ts'

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
    readMsAgo: readPageAge(req),
    answerFile: join,
  })
}

function readPageAge({ headers }: FastifyRequest): number | undefined {
  const sent = headers[PAGE_AGE_HEADER]
  return typeof sent === 'string' && /^\d{1,12}$/.test(sent) ? Number(sent) : undefined
}

/** Text as it is, and bytes in base64. */
async function join(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<string> {
  const all: Buffer[] = []
  let isText = true
  for await (const piece of pieces) {
    isText &&= typeof piece === 'string'
    all.push(Buffer.from(piece))
  }
  return Buffer.concat(all).toString(isText ? 'utf8' : 'base64')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** A visitor when there is no token, or an invalid one. */
    caller: Caller
    /** Identify the caller again. */
    identify: () => Promise<Caller>
  }
}

/** Whether the page itself made this call, and nobody at it: it polls, or follows a stream. */
const isFromPage = ({ headers }: FastifyRequest) =>
  headers[BACKGROUND_HEADER] !== undefined || headers.accept?.includes('text/event-stream') === true
/** While the database is silent, callers hear so long before their connection breaks. */
const IDENTIFY_MS = 5000

/** Read the bearer token of every call to a door. Cookies are never read (docs/decisions). */
export const identifyRequest = fp<{ deps: Deps }>(async (app: FastifyInstance, { deps }) => {
  app.decorateRequest('caller')
  app.decorateRequest('identify')
  app.addHook('onRequest', async (request) => {
    if (!isDoor(request)) return
    const token = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
    const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null
    const acceptLanguage = request.headers['accept-language']
    const credentials = { token, address: request.ip, userAgent, acceptLanguage }
    const identify = (isBackground: boolean) => identifyCaller(deps, { ...credentials, isBackground })
    // A stream identifies its reader again and again, for as long as a page is open.
    request.identify = () => identify(true)
    request.caller = await answerWithin(IDENTIFY_MS, identify(isFromPage(request)))
  })
})

/**
 * Whether a request goes through one of the two doors. Decided by its route, not its URL: `/%61pi/…` and an absolute URL
 * reach the same route and must not bypass its guards.
 */
export function isDoor(request: FastifyRequest): boolean {
  return /^\/(api|trpc)\//.test(request.routeOptions.url ?? '')
}

/** For a caller that is not identified, only the browser's languages are known. */
export function languageOf({ caller, headers }: FastifyRequest): Language | undefined {
  return caller ? caller.language : preferLanguage(headers['accept-language'])
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Makes a call and its repeats one call. */
    idempotencyKey: string | undefined
  }
}

/** Refuse a bad key at the REST door; the typed door refuses it itself, in its own format. */
export const readIdempotencyKey = fp(async (app: FastifyInstance) => {
  app.decorateRequest('idempotencyKey')
  app.addHook('onRequest', async (request) => {
    const sent = request.headers['idempotency-key']?.toString()
    const isRest = request.routeOptions.url?.startsWith('/api/')
    request.idempotencyKey = isRest ? checkKey(sent) : sent
  })
})
