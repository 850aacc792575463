import type { AppRouter } from '@chuma/api/types'
import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client'
import type { inferRouterInputs } from '@trpc/server'
import { observable, observableToPromise } from '@trpc/server/observable'

type Limits = { timeoutMs: number; maxRetries: number }

const PASSING_STATUSES = new Set([429, 502, 503, 504])
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8_000

export function callUntilAnswered(limits: Limits): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        const over = new AbortController()
        const leave = () => over.abort(op.signal?.reason)
        if (op.signal?.aborted) leave()
        op.signal?.addEventListener('abort', leave, { once: true })
        const endsAt = Date.now() + limits.timeoutMs
        const deadline = setTimeout(() => over.abort(timedOut(limits.timeoutMs)), limits.timeoutMs)

        const attempt = { ...op, signal: over.signal, context: withKey(op) }
        const tryOnce = () => observableToPromise(next(attempt))
        repeat(tryOnce, { ...limits, endsAt, op, signal: over.signal })
          .then(
            (answer) => {
              observer.next(answer)
              observer.complete()
            },
            (error) => observer.error(over.signal.aborted ? ended(over.signal) : error),
          )
          .finally(() => {
            clearTimeout(deadline)
            op.signal?.removeEventListener('abort', leave)
          })
        return () => over.abort()
      })
}

type Turn = Limits & { endsAt: number; op: Operation; signal: AbortSignal }

async function repeat<Answer>(tryOnce: () => Promise<Answer>, turn: Turn): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOnce()
    } catch (error) {
      const waitMs = waitAfter(error, tries, turn)
      if (waitMs === null) throw error
      await pause(waitMs, turn.signal)
    }
  }
}

/** The wait before a retry. Null if a retry is unsafe, useless or too late. */
function waitAfter(error: unknown, tries: number, { op, maxRetries, endsAt, signal }: Turn): number | null {
  if (tries > maxRetries || signal.aborted || !isSafe(op)) return null
  if (!(error instanceof TRPCClientError)) return null
  const response = responseOf(error)
  if (response && !PASSING_STATUSES.has(response.status)) return null
  const grown = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS)
  // Callers that failed together must not retry together.
  const jittered = grown * (0.5 + Math.random() / 2)
  const waitMs = Math.max(jittered, (readRetryAfter(response) ?? 0) * 1000)
  return Date.now() + waitMs < endsAt ? waitMs : null
}

const isSafe = ({ type, path }: Operation) => type === 'query' || ANSWERED_ONCE.has(path)

/** The same for all attempts, so that the server recognises repeats. */
function withKey({ type, context }: Operation) {
  return type === 'mutation' ? { idempotencyKey: createKey(), ...context } : context
}

function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, waitMs)
    signal.addEventListener('abort', stop, { once: true })
  })
}

const timedOut = (timeoutMs: number) =>
  new DOMException(`No answer came within ${timeoutMs / 1000} seconds`, 'TimeoutError')

/** `cause` says whether the call timed out or was aborted. */
const ended = ({ reason }: AbortSignal) =>
  TRPCClientError.from<AppRouter>(reason instanceof Error ? reason : new DOMException('Left', 'AbortError'))

/** Not `randomUUID`, which pages without TLS do not have. */
function createKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

type Inputs = inferRouterInputs<AppRouter>
type Path = { [Group in keyof Inputs]: `${Group}.${keyof Inputs[Group] & string}` }[keyof Inputs]

/** The mutations that the server performs once per `Idempotency-Key`. */
export const ANSWERED_ONCE: ReadonlySet<string> = new Set<Path>([
  'wallet.requestWithdrawal',
  'premium.payPremium',
  'inbox.sendMessage',
  'partners.createPartner',
  'admin.createSurvey',
  'admin.createQuizQuestion',
  'admin.createTask',
  'admin.addMemberNote',
  'admin.grantPremium',
])

/** The HTTP response of a failed call. Undefined if there was none. */
export function responseOf({ meta, cause }: TRPCClientError<AppRouter>): Response | undefined {
  if (meta?.response instanceof Response) return meta.response
  return cause && 'response' in cause && cause.response instanceof Response ? cause.response : undefined
}

/** Parse Retry-After, a number of seconds or a date, into seconds. Null if unreadable. */
export function readRetryAfter(response: Response | undefined, now = Date.now()): number | null {
  const text = response?.headers.get('retry-after')?.trim()
  if (!text) return null
  if (/^\d+$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
