import type { Caller } from '@chuma/core/caller'
import type { Deps } from '@chuma/core/deps'

export type Context = {
  deps: Deps
  caller: Caller
  /** Asks anew who is calling: a stream outlives what was true when it began. */
  identify: () => Promise<Caller>
  /** Streams end with it: the process stops. */
  closing: AbortSignal
  /** The request's `Idempotency-Key`, as it came. */
  idempotencyKey: string | undefined
  /** Told of every call that has ended. */
  observe: ((call: { procedure: string; outcome: string; seconds: number }) => void) | undefined
  /** A procedure's time as part of its request's. */
  inSpan: (<T>(procedure: string, work: () => Promise<T>) => Promise<T>) | undefined
  /** Demo mode only: what /admin-login shows. */
  demoLogin: { username: string; password: string } | null
}
