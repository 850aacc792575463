import type { AppRouter } from '@chuma/api/types'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { httpBatchLink, httpLink, type Operation, splitLink, TRPCClientError } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import superjson from 'superjson'
import { authorizationFor, bearer, isAdminPath } from './authorization-for.ts'
import { shownLanguage } from './i18n/choose-language.ts'
import { liveLink } from './live/live-link.ts'
import { getAdminToken, getUserToken } from './session.ts'

export const trpc = createTRPCReact<AppRouter>()

export type ApiError = TRPCClientError<AppRouter>
export type Door = 'member' | 'staff'

/** Calls that answer 401 as a matter of course, or whose failure has its own handling. */
const QUIET_PROCEDURES = new Set([
  'auth.login',
  'auth.restoreAccount',
  'auth.getUser',
  'surveys.startSurvey',
  'admin.login',
])

export function isApiError(error: unknown): error is ApiError {
  return error instanceof TRPCClientError
}

/** What the server said, or the fallback where it said nothing: the network failed before an answer came. */
export function serverMessage(error: unknown, fallback: string): string {
  return isApiError(error) && error.data ? error.message : fallback
}

export function makeClients(onUnauthorized: (door: Door) => void) {
  const report = (error: unknown, key: unknown) => {
    const procedure = procedureOf(key)
    if (!isApiError(error) || error.data?.httpStatus !== 401 || QUIET_PROCEDURES.has(procedure)) return
    onUnauthorized(isAdminPath(procedure) ? 'staff' : 'member')
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => report(error, query.queryKey) }),
    mutationCache: new MutationCache({
      onError: (error, ...[, , mutation]) => report(error, mutation.options.mutationKey),
    }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
      // Whoever pressed a button is told at once, also when the browser knows that it is offline.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return { queryClient, client: trpc.createClient({ links: [link()] }) }
}

function link() {
  const url = '/trpc'
  const batch = { url, transformer: superjson, maxItems: 10 }
  return splitLink<AppRouter>({
    // Two writes in one request would share one answer's fate.
    condition: (op) => op.type === 'mutation',
    true: httpLink({ url, transformer: superjson, headers: ({ op }) => inMyLanguage(headersFor(op)) }),
    false: splitLink({
      condition: (op) => op.type === 'subscription',
      true: liveLink,
      // A batch has one set of headers, so the two kinds of token never share one.
      false: splitLink({
        condition: (op) => isAdminPath(op.path),
        true: httpBatchLink({
          ...batch,
          headers: () => inMyLanguage(bearer(getAdminToken() ?? getUserToken())),
        }),
        false: httpBatchLink({ ...batch, headers: () => inMyLanguage(bearer(getUserToken())) }),
      }),
    }),
  })
}

/**
 * `context: { idempotencyKey }` of a call becomes its Idempotency-Key. `context: { token }` goes in place of the one that
 * is kept here, for a log-out: by the time it is sent there is none.
 */
function headersFor({ path, context }: Operation): Record<string, string> {
  const { idempotencyKey, token } = context
  const authorization = typeof token === 'string' ? bearer(token) : authorizationFor(path)
  return typeof idempotencyKey === 'string'
    ? { ...authorization, 'Idempotency-Key': idempotencyKey }
    : authorization
}

/** What the server says is shown as it comes. */
function inMyLanguage(headers: Record<string, string>): Record<string, string> {
  return { ...headers, 'Accept-Language': shownLanguage() }
}

/** tRPC's keys begin with the path in parts: `[['auth', 'getUser'], …]`. */
function procedureOf(key: unknown): string {
  const path = Array.isArray(key) ? key[0] : undefined
  return Array.isArray(path) ? path.join('.') : ''
}
