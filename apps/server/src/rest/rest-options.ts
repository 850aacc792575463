import type { Permission } from '@chuma/contract/permissions'
import type { Deps } from '@chuma/core/deps'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a caller of the staff's side needs for this route. */
    permission?: Permission
  }
}

/** What every REST plugin is given. The caller is on the request: `request.caller`. */
export type RestOptions = { deps: Deps; demoLogin: { username: string; password: string } | null }
