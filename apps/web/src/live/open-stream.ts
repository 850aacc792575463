import type { AppRouter } from '@chuma/api/types'
import { httpSubscriptionLink, type Operation, type TRPCLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import superjson from 'superjson'
import { authorizationFor } from '../auth/authorization-for.ts'

/** The browser's own EventSource sends no headers, and a token in an address ends up in logs. */
export const openStream: TRPCLink<AppRouter> = httpSubscriptionLink({
  url: '/trpc',
  transformer: superjson,
  EventSource,
  eventSourceOptions: ({ op }) => ({ fetch: fetchAs(op) }),
})

/** By the token of the moment: a stream that comes back may have another one. */
function fetchAs({ path }: Operation): typeof fetch {
  return (input, init) =>
    fetch(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...authorizationFor(path) },
    })
}
