import type { User } from '@chuma/contract/auth/auth'
import { useEffect } from 'react'
import { trpc } from '../../trpc.ts'
import { clearUserSession, useUserToken } from '../session.ts'
import { endsSession } from './ends-session.ts'

const MINUTE_MS = 60_000

export type CurrentUser =
  | { status: 'anonymous' }
  | { status: 'loading' }
  | { status: 'unreachable'; error: unknown; retry: () => void }
  | { status: 'member'; user: User }

/**
 * The signed-in member. Asks the server only if there is a token. A refusal signs out silently; without an
 * answer the member stays signed in.
 */
export function useCurrentUser(): CurrentUser {
  const { hasToken, query } = useUserQuery()
  const hasEnded = endsSession(query.error)

  useEffect(() => {
    if (hasEnded) clearUserSession()
  }, [hasEnded])

  if (!hasToken || hasEnded) return { status: 'anonymous' }
  if (query.data) return { status: 'member', user: query.data }
  if (!query.isError && !query.isPaused) return { status: 'loading' }
  return { status: 'unreachable', error: query.error, retry: () => void query.refetch() }
}

/**
 * Like `useCurrentUser`, for the page frame, which looks the same before and after the member is known: does not
 * re-render it.
 */
export function useIsSignedOut(): boolean {
  const { hasToken, query } = useUserQuery()
  return !hasToken || endsSession(query.error)
}

/** Returns the query untouched: react-query re-renders for the properties that a component reads. */
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
