import type { Caller } from '@chuma/core/caller'
import type { Deps } from '@chuma/core/deps'

export type Context = {
  deps: Deps
  caller: Caller
  /** The request's `Idempotency-Key`, as it came. */
  idempotencyKey: string | undefined
  /** Demo mode only: what /admin-login shows. */
  demoLogin: { username: string; password: string } | null
}
