import type { AppRouter } from '@chuma/api/types'
import { httpSubscriptionLink, type Operation, type TRPCLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import superjson from 'superjson'
import { authorizationFor } from '../auth/session.ts'

/** The browser's own EventSource cannot send headers, and a token in an address ends up in logs. */
export const openStream: TRPCLink<AppRouter> = httpSubscriptionLink({
  url: '/trpc',
  transformer: superjson,
  EventSource,
  eventSourceOptions: ({ op }) => ({ fetch: fetchAs(op) }),
})

/** Fetch with the current token: a stream that reconnects may have a new one. */
function fetchAs({ path }: Operation): typeof fetch {
  return (input, init) =>
    fetch(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...authorizationFor(path) },
    })
}
