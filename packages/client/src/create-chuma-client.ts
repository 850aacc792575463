import type { AppRouter } from '@chuma/api/types'
import {
  createTRPCClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
  type TRPCClientError,
  type TRPCLink,
} from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { EventSource } from 'eventsource'
import superjson from 'superjson'
import { callUntilAnswered, readRetryAfter, responseOf } from './call-until-answered.ts'

export type ChumaClient = TRPCClient<AppRouter>
/** The inputs and outputs of all procedures: `ChumaOutputs['wallet']['getBalance']`. */
export type ChumaInputs = inferRouterInputs<AppRouter>
export type ChumaOutputs = inferRouterOutputs<AppRouter>

export type ChumaClientOptions = {
  /** The server's URL, without `/trpc`. */
  url: string
  /** A member's or staff token, or an API key. A function is called before every request. */
  token?: string | (() => string | undefined) | undefined
  fetch?: typeof fetch
  /** The time limit of a call, including its retries. */
  timeoutMs?: number
  /** The maximum number of retries of a safe call. */
  maxRetries?: number
}

const TIMEOUT_MS = 30_000
const MAX_RETRIES = 3

/**
 * Create a client with all procedures: `chuma.wallet.getBalance.query()`. Check errors with `isChumaError`.
 *
 * Queries are retried if the network failed or the server was busy. A mutation carries an `Idempotency-Key` (the call's
 * `context: { idempotencyKey }`, or a new one) and is retried only if the server performs it once per key.
 */
export function createChumaClient(options: ChumaClientOptions): ChumaClient {
  const { token, timeoutMs = TIMEOUT_MS, maxRetries = MAX_RETRIES } = options
  const url = `${dropPage(options.url)}/trpc`
  // Read at each call, so that a later replacement of the global `fetch` takes effect.
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

/** Where the server is: without the page or the interface whose address was copied. */
export function dropPage(url: string): string {
  return url
    .replace(/\/(?:api|trpc|admin|admin-[a-z-]+|login|dashboard)(?:\/[^?#]*)?$/, '')
    .replace(/\/+$/, '')
}

const headersOf = (init: RequestInit | undefined) => Object.fromEntries(new Headers(init?.headers))

/** Add the properties that `isChumaError` promises. */
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

const NOT_OUR_ANSWER =
  'Something other than Chuma answered. Check the address: it ends before /api, as in https://chuma.example'

function name(error: TRPCClientError<AppRouter>) {
  const response = responseOf(error)
  if (error.message === 'Unable to transform response from server') error.message = NOT_OUR_ANSWER
  const httpStatus = error.data?.httpStatus ?? response?.status
  if (httpStatus === undefined) return error
  return Object.assign(error, {
    code: error.data?.appCode ?? null,
    httpStatus,
    fieldErrors: error.data?.fieldErrors ?? null,
    retryAfterSeconds: readRetryAfter(response),
  })
}

/** A proxy may answer with a page or plain text. Fail with its `response` rather than with a JSON error. */
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
