import { createTRPCQueryUtils } from '@trpc/react-query'
import { getAdminToken, getUserToken } from '../auth/session.ts'
import { type Door, makeClients } from '../trpc.ts'

export type Api = ReturnType<typeof open>

let current: Api | undefined

/** Return the clients for the tokens held now. New tokens get new ones, so that no account sees another's cached data. */
export function currentApi(): Api {
  const tokens = heldTokens()
  if (current?.tokens !== tokens) current = open(tokens)
  return current
}

function heldTokens(): string {
  return `${getUserToken()} ${getAdminToken()}`
}

function open(tokens: string) {
  // A loader can get a 401 before the page's frame, which handles it, has rendered.
  const early = new Set<Door>()
  let handle = (door: Door): void => void early.add(door)
  const { queryClient, client } = makeClients((door) => handle(door))
  const onUnauthorized = (leave: (door: Door) => void) => {
    handle = leave
    queueMicrotask(() => {
      for (const door of early) leave(door)
      early.clear()
    })
  }
  const utils = createTRPCQueryUtils({ queryClient, client })
  return { tokens, queryClient, client, utils, onUnauthorized }
}

/** What every loader gets. A function, because tokens change while the router stays. */
export type RouterContext = { api: () => Api }

const MINUTE_MS = 60_000

/** As `useCurrentUser` asks. */
export const WHO = { staleTime: 5 * MINUTE_MS, gcTime: 10 * MINUTE_MS }

/** Start queries. A prefetch never rejects: the component that shows the answer shows its failure too. */
type Start = (utils: Api['utils'], api: Api) => Promise<void>[]

/** For a query that counts a lot: the page's other answers do not wait for it. */
export const ALONE = { trpc: { context: { skipBatch: true } } }

export type Loading = { context: RouterContext }

/**
 * Start the queries of a member's page and of its frame while they render. Nothing is awaited: each part shows its own loading
 * state. Visitors start nothing.
 */
export function loadForMember({ context }: Loading, start: Start): void {
  if (isPrerendering() || getUserToken() === null) return
  const api = context.api()
  void api.utils.auth.getUser.prefetch(undefined, WHO)
  void start(api.utils, api)
  void api.utils.account.getSettings.prefetch()
  void api.utils.wallet.getBalance.prefetch()
}

/** Start the queries of a page that visitors may open too. */
export function loadForAnyone({ context }: Loading, start: Start): void {
  if (isPrerendering()) return
  const api = context.api()
  void start(api.utils, api)
}

/** The build renders pages without a server. */
export function isPrerendering(): boolean {
  return import.meta.env.SSR
}
