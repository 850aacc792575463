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
