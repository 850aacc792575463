import type { Permission } from '@chuma/contract/admin/permissions'
import type { ErrorCode } from '@chuma/contract/errors'
import type { Caller } from '@chuma/core/caller'
import type { Deps } from '@chuma/core/deps'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a caller of the staff's side needs for this route. */
    permission?: Permission
    /** For what concerns the caller's own staff account: throws for whoever has none. */
    guard?: (caller: Caller) => unknown
    /** What this call can be refused for beside what its guards, its limits and its input bring with them. */
    errors?: readonly ErrorCode[]
  }
}

/** What every REST plugin is given. The caller is on the request: `request.caller`. */
export type RestOptions = { deps: Deps; demoLogin: { username: string; password: string } | null }
