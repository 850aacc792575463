import type { AppRouter } from '@chuma/api/types'
import type { TRPCClientError, TRPCLink } from '@trpc/client'
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink, type TRPCClient } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { EventSource } from 'eventsource'
import superjson from 'superjson'
import { callUntilAnswered } from './call-until-answered.ts'
import { readRetryAfter } from './read-retry-after.ts'
import { responseOf } from './response-of.ts'

export type ChumaClient = TRPCClient<AppRouter>
/** What each procedure takes and answers: `ChumaOutputs['wallet']['getBalance']`. */
export type ChumaInputs = inferRouterInputs<AppRouter>
export type ChumaOutputs = inferRouterOutputs<AppRouter>

export type ChumaClientOptions = {
  /** Where the server is, without `/trpc`. */
  url: string
  /** A member's or staff token, or an API key. A function is asked before every request. */
  token?: string | (() => string | undefined) | undefined
  fetch?: typeof fetch
  /** How long one call may take in all, its further tries included. */
  timeoutMs?: number
  /** How often a safe call is tried again. */
  maxRetries?: number
}

const TIMEOUT_MS = 30_000
const MAX_RETRIES = 3

/**
 * Every procedure of the server by its name: `chuma.wallet.getBalance.query()`. Failures answer to `isChumaError`.
 *
 * Queries are tried again where the network failed or the server was too busy. A mutation carries an `Idempotency-Key`
 * (`context: { idempotencyKey }` of the call, else a fresh one) and is tried again only where the server does what it asks
 * once for each key.
 */
export function createChumaClient(options: ChumaClientOptions): ChumaClient {
  const { token, timeoutMs = TIMEOUT_MS, maxRetries = MAX_RETRIES } = options
  const url = `${options.url.replace(/\/+$/, '')}/trpc`
  // Looked up at each call: who replaces the global one later is heard.
  const send: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const authorization = (): Record<string, string> => {
    const current = typeof token === 'function' ? token() : token
    return current ? { authorization: `Bearer ${current}` } : {}
  }
  return createTRPCClient<AppRouter>({
    links: [
      nameFailures,
      splitLink({
        condition: ({ type }) => type === 'subscription',
        // The browser's own EventSource sends no headers, and Node has none.
        true: httpSubscriptionLink({
          url,
          transformer: superjson,
          EventSource,
          eventSourceOptions: () => ({
            fetch: (input, init) =>
              send(input, { ...init, headers: { ...headersOf(init), ...authorization() } }),
          }),
        }),
        false: [
          callUntilAnswered({ timeoutMs, maxRetries }),
          httpLink({
            url,
            transformer: superjson,
            fetch: refuseForeignAnswers(send),
            headers: ({ op: { context } }) => ({
              ...authorization(),
              ...(typeof context.idempotencyKey === 'string'
                ? { 'idempotency-key': context.idempotencyKey }
                : {}),
            }),
          }),
        ],
      }),
    ],
  })
}

const headersOf = (init: RequestInit | undefined) => Object.fromEntries(new Headers(init?.headers))

/** Writes onto a failure what `isChumaError` promises of it. */
const nameFailures: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => observer.error(name(error)),
      }),
    )

function name(error: TRPCClientError<AppRouter>) {
  const response = responseOf(error)
  const httpStatus = error.data?.httpStatus ?? response?.status
  if (httpStatus === undefined) return error
  return Object.assign(error, {
    code: error.data?.appCode ?? null,
    httpStatus,
    fieldErrors: error.data?.fieldErrors ?? null,
    retryAfterSeconds: readRetryAfter(response),
  })
}

/**
 * What a proxy says in place of the server is a page or plain text. Fails with its `response`, so that its status can be
 * told, rather than with a complaint about JSON.
 */
function refuseForeignAnswers(send: typeof fetch) {
  return async (input: string | URL | Request, init?: object): Promise<Response> => {
    const response = await send(input, init)
    if (response.headers.get('content-type')?.startsWith('application/json')) return response
    await response.body?.cancel()
    throw Object.assign(new Error(`Something other than Chuma answered, with status ${response.status}`), {
      response,
    })
  }
}
