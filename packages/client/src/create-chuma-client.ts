import type { AppRouter } from '@chuma/api/types'
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink, type TRPCClient } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { EventSource } from 'eventsource'
import superjson from 'superjson'
import { callUntilAnswered } from './call-until-answered.ts'
import { nameFailures } from './name-failures.ts'
import { refuseForeignAnswers } from './refuse-foreign-answers.ts'

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
