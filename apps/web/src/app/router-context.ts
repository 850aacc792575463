import type { Api } from './current-api.ts'

/** What every loader gets. A function, because tokens change while the router stays. */
export type RouterContext = { api: () => Api }

/** The part of a loader's arguments that `loadForMember` and its siblings need. */
export type Loading = { context: RouterContext; preload: boolean }
