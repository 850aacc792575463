import { createTRPCQueryUtils } from '@trpc/react-query'
import { getAdminToken, getUserToken } from '../auth/session.ts'
import { type Door, makeClients } from '../trpc.ts'

let current: ReturnType<typeof make> | undefined
let leave: (door: Door) => void = () => {}

/** The clients of the tokens held now. New tokens get new ones, so that nobody sees what was loaded for someone else. */
export function currentApi() {
  if (current?.tokens !== heldTokens()) current = make()
  return current
}

/** Says what happens on a 401. Until the frame has said so, the page's own queries meet the same answer again. */
export function onUnauthorized(handle: (door: Door) => void): void {
  leave = handle
}

export function heldTokens(): string {
  return `${getUserToken()} ${getAdminToken()}`
}

function make() {
  const { queryClient, client } = makeClients((door) => leave(door))
  return { tokens: heldTokens(), queryClient, client, utils: createTRPCQueryUtils({ queryClient, client }) }
}
