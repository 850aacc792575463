import type { Deps } from '@chuma/core/deps'

/** What every REST plugin is given. The caller is on the request: `request.caller`. */
export type RestOptions = { deps: Deps; demoLogin: { username: string; password: string } | null }
