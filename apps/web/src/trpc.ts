import type { AppRouter } from '@chuma/api/types'
import type { ErrorCode } from '@chuma/contract/errors'
import type { WalletTerms } from '@chuma/contract/wallet/wallet'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import {
  getFetch,
  type HTTPBatchLinkOptions,
  httpBatchLink,
  httpLink,
  type Operation,
  splitLink,
  TRPCClientError,
  type TRPCLink,
} from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import { observable } from '@trpc/server/observable'
import superjson from 'superjson'
import { untilTakenOver } from './app/take-over.ts'
import {
  authorizationFor,
  bearer,
  getAdminToken,
  getUserToken,
  isAdminPath,
  isMembersPage,
  markBackground,
  stepUpLink,
} from './auth/session.ts'
import { setTimeZone } from './i18n/format-date.ts'
import { shownLanguage } from './i18n/i18n.ts'

export const trpc = createTRPCReact<AppRouter>()

export type ApiClient = ReturnType<typeof trpc.createClient>
export type ApiError = TRPCClientError<AppRouter>
export type Door = 'member' | 'staff'

/** Data that one part of a page loaded this recently is not loaded again by another part. */
export const JUST_NOW_MS = 1000

const WHO = 'auth.getUser'

/** Calls that regularly answer 401, or that handle their own failure. */
const QUIET_PROCEDURES = new Set([
  'auth.login',
  'auth.restoreAccount',
  'surveys.startSurvey',
  'admin.login',
  'admin.startPasskeyLogin',
])

export function isApiError(error: unknown): error is ApiError {
  return error instanceof TRPCClientError
}

/** The code of the error that the server answered; null if it answered none. */
export const codeOf = (error: unknown) => (isApiError(error) && error.data?.appCode) || null

/** What the server has against the fields of a call, by their paths (`answers.3`). */
export function fieldErrorsOf(error: unknown): Partial<Record<string, string>> {
  const all = isApiError(error) ? (error.data?.fieldErrors ?? {}) : {}
  return Object.fromEntries(Object.entries(all).map(([path, messages]) => [path, messages?.[0]]))
}

/** The server's message, or the fallback if there is none: the network failed before an answer arrived. */
export function serverMessage(error: unknown, fallback: string): string {
  return isApiError(error) && error.data ? error.message : fallback
}

/** The HTTP answer that a call failed with; undefined if none arrived, or none that could be read. */
export function answerOf(error: unknown): Response | undefined {
  const response = isApiError(error) ? error.meta?.response : undefined
  return response instanceof Response ? response : undefined
}

/** Whether the server answered that it failed. */
export function isServerFault(error: unknown): boolean {
  return isApiError(error) && (error.data?.httpStatus ?? 0) >= 500
}

export function makeClients(onUnauthorized: (door: Door) => void) {
  const report = (error: unknown, key: unknown) => {
    const procedure = procedureOf(key)
    if (!isUnauthorized(error) || QUIET_PROCEDURES.has(procedure)) return
    const door = isAdminPath(procedure) ? 'staff' : 'member'
    // A page's queries run in parallel with the one for the signed-in member, whose answer decides. On a page that is
    // for everyone, a dead token is forgotten silently (SPEC §4).
    if (
      procedure === WHO ? !isMembersPage(location.pathname) : door === 'member' && !isMemberKnown(queryClient)
    )
      return
    onUnauthorized(door)
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => report(error, query.queryKey),
      onSuccess: (data, query) => followTimeZone(query.queryKey, data),
    }),
    mutationCache: new MutationCache({
      onError: (error, ...[, , mutation]) => {
        report(error, mutation.options.mutationKey)
        // Premium has ended: its features lock.
        if (codeOf(error) === 'PREMIUM_REQUIRED')
          void queryClient.invalidateQueries({ queryKey: [WHO.split('.')] })
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      // Fail at once rather than wait, also when the browser is offline: someone pressed a button.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return { queryClient, client: trpc.createClient({ links: [stepUpLink, link()] }) }
}

function isUnauthorized(error: unknown): boolean {
  return isApiError(error) && (error.data?.httpStatus ?? answerOf(error)?.status) === 401
}

/** Every page with points loads the wallet's terms, before it shows a time. */
function followTimeZone(key: unknown, terms: unknown): void {
  if (procedureOf(key) !== 'wallet.getTerms') return
  const { timeZone } = terms as WalletTerms
  setTimeZone(timeZone)
}

function isMemberKnown(queryClient: QueryClient): boolean {
  return queryClient.getQueriesData({ queryKey: [WHO.split('.')] }).some(([, data]) => data !== undefined)
}

function link() {
  const url = '/trpc'
  const batch = { url, transformer: superjson, maxItems: 10, fetch: fetchForPage }
  const ofMember = { ...batch, headers: () => inMyLanguage(bearer(getUserToken())) }
  return splitLink<AppRouter>({
    // Each mutation gets its own request: two in one batch would share the fate of one answer.
    condition: (op) => op.type === 'mutation',
    true: httpLink({ url, transformer: superjson, headers: ({ op }) => inMyLanguage(headersFor(op)) }),
    false: splitLink({
      condition: (op) => op.type === 'subscription',
      true: liveLink,
      // A batch has one set of headers, so member and staff calls are never batched together.
      false: splitLink({
        condition: (op) => isAdminPath(op.path),
        true: batchLink({
          ...batch,
          headers: () => inMyLanguage(bearer(getAdminToken() ?? getUserToken())),
        }),
        false: batchLink(ofMember),
      }),
    }),
  })
}

/** A batch is as slow as its slowest answer: what pages wait for, and what is slow, is sent on its own. */
function batchLink(options: HTTPBatchLinkOptions<AppRouter['_def']['_config']['$types']>) {
  return splitLink<AppRouter>({
    condition: ({ path, context }) => path === WHO || context.skipBatch === true,
    true: httpBatchLink({ ...options, maxItems: 1 }),
    false: httpBatchLink(options),
  })
}

const fetchForPage: ReturnType<typeof getFetch> = async (input, init) => {
  const [response] = await Promise.all([getFetch()(input, init), untilTakenOver()])
  return response instanceof Response ? keepStatus(response) : response
}

/** A proxy's own error page is not JSON. tRPC cannot read it and would lose its status. */
function keepStatus(response: Response): Response {
  const { status, headers } = response
  if (status < 400 || headers.get('content-type')?.includes('json')) return response
  return new Response('null', { status, headers })
}

/**
 * Map `context: { idempotencyKey }` of a call to its Idempotency-Key header. `context: { token }` replaces the stored
 * token, for a log-out: by the time it is sent, the token is gone.
 */
function headersFor({ path, context }: Operation): Record<string, string> {
  const { idempotencyKey, token } = context
  return {
    ...(typeof token === 'string' ? bearer(token) : authorizationFor(path)),
    ...(typeof idempotencyKey === 'string' && { 'Idempotency-Key': idempotencyKey }),
  }
}

/** Ask the server for messages in the page's language: they are shown unchanged. */
function inMyLanguage(headers: Record<string, string>): Record<string, string> {
  return { ...headers, ...markBackground(), 'Accept-Language': shownLanguage() }
}

/** tRPC's keys begin with the path in parts: `[['auth', 'getUser'], …]`. */
function procedureOf(key: unknown): string {
  const path = Array.isArray(key) ? key[0] : undefined
  return Array.isArray(path) ? path.join('.') : ''
}

type Refusal = {
  code: ErrorCode | null
  message: string
  /** A rate limit is not an error: the caller only has to wait. */
  kind: 'error' | 'info'
}

/** Describe a refused auth call in the server's words; `fallback` if it sent none. */
export function describeRefusal(error: unknown, fallback: string): Refusal {
  const code = codeOf(error)
  return {
    code,
    message: serverMessage(error, fallback),
    kind: code === 'THROTTLED' ? 'info' : 'error',
  }
}

type Unsubscribe = { unsubscribe: () => void }

/** Load the subscription code on first use: visitors never need it. */
const liveLink: TRPCLink<AppRouter> = (runtime) => (call) =>
  observable((observer) => {
    let isOver = false
    let stream: Unsubscribe | undefined
    void import('./live/open-stream.ts').then(
      ({ openStream }) => {
        if (!isOver) stream = openStream(runtime)(call).subscribe(observer)
      },
      // Offline, or the file is gone after a release. The page keeps polling.
      () => observer.complete(),
    )
    return () => {
      isOver = true
      stream?.unsubscribe()
    }
  })
