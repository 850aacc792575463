import type { AppRouter } from '@chuma/api/types'
import { PAGE_AGE_HEADER } from '@chuma/contract/auth/auth-rules'
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

/** Fetch with the current token and age: a stream that reconnects may have a new one. */
function fetchAs({ path }: Operation): typeof fetch {
  return (input, init) =>
    fetch(input, {
      ...init,
      headers: {
        ...Object.fromEntries(new Headers(init?.headers)),
        ...authorizationFor(path),
        [PAGE_AGE_HEADER]: pageAgeMs().toFixed(0),
      },
    })
}

/** Nothing on this page was read before it was opened. Some devices stop one of the clocks while they sleep. */
const pageAgeMs = () => Math.max(performance.now(), Date.now() - performance.timeOrigin)
