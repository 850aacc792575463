import type { AppRouter } from '@chuma/api/types'
import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable, observableToPromise } from '@trpc/server/observable'
import { ANSWERED_ONCE } from './answered-once.ts'
import { readRetryAfter } from './read-retry-after.ts'
import { responseOf } from './response-of.ts'

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
