import type { User } from '@chuma/contract/auth/auth'
import { useEffect } from 'react'
import { isApiError, trpc } from '../../trpc.ts'
import { clearUserSession, useUserToken } from '../session.ts'

const MINUTE_MS = 60_000

export type CurrentUser =
  | { status: 'anonymous' }
  | { status: 'loading' }
  | { status: 'unreachable'; error: unknown; retry: () => void }
  | { status: 'member'; user: User }

/**
 * Who is signed in. Asks the server only when there is a token. A refusal of the token signs out silently; a network or a
 * server that is down does not, because a member on a train should not lose his session to a tunnel.
 */
export function useCurrentUser(): CurrentUser {
  const { hasToken, query } = useUserQuery()
  const wasRefused = isRefusal(query.error)

  useEffect(() => {
    if (wasRefused) clearUserSession()
  }, [wasRefused])

  if (!hasToken || wasRefused) return { status: 'anonymous' }
  if (query.data) return { status: 'member', user: query.data }
  if (!query.isError && !query.isPaused) return { status: 'loading' }
  return { status: 'unreachable', error: query.error, retry: () => void query.refetch() }
}

/** For the frame around a page, which looks the same before and after it is known who somebody is: not drawn anew by that. */
export function useIsSignedOut(): boolean {
  const { hasToken, query } = useUserQuery()
  return !hasToken || isRefusal(query.error)
}

/** What a part of the page reads of the query decides when it is drawn anew, so it is handed on untouched. */
function useUserQuery() {
  const hasToken = useUserToken() !== null
  const query = trpc.auth.getUser.useQuery(undefined, {
    enabled: hasToken,
    staleTime: 5 * MINUTE_MS,
    gcTime: 10 * MINUTE_MS,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return { hasToken, query }
}

function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.data?.httpStatus === 401
}
