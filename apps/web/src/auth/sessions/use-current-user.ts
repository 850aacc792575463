import type { User } from '@chuma/contract/auth/auth'
import { type RegisteredRouter, useNavigate } from '@tanstack/react-router'
import { createElement, useEffect } from 'react'
import { t } from '../../i18n/i18n.ts'
import { answerOf, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import {
  clearUserSession,
  forgetMember,
  getUserToken,
  hasLostToken,
  useUserToken,
  wayBackTo,
} from '../session.ts'

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

/**
 * Whether a failed user fetch ends the session (SPEC §4): an answer that is not OK does. No answer does not, so that a
 * member on a train stays signed in, nor one that only says to come back later.
 */
export function endsSession(error: unknown): boolean {
  const answer = answerOf(error)
  if (!answer || answer.ok || answer.status === 503) return false
  return answer.status !== 429 || !answer.headers.has('retry-after')
}

/** SPEC's delay between the message and going to the log-in page. */
export const REDIRECT_DELAY_MS = 500

type Side = 'member' | 'staff'
type Leaving = {
  side?: Side
  /** Called just before leaving; false to stay, for example after another log-in. */
  onLeave?: () => boolean
}

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Say that the session is over, then go to the log-in page of this side, with the way back. Several calls of a page fail
 * together: the first one counts.
 * @returns a function that stays after all
 */
export function leaveForLogin(router: RegisteredRouter, { side = 'member', onLeave }: Leaving = {}) {
  if (timer !== undefined) return () => undefined
  const reasons = [t('session.expiredText'), ...(hasLostToken(side) ? [t('session.noToken')] : [])]
  showToast({
    kind: 'error',
    title: t('session.expiredTitle'),
    message: reasons.map((reason) => createElement('div', { key: reason }, reason)),
    winsForMs: REDIRECT_DELAY_MS,
  })
  const mine = setTimeout(() => {
    timer = undefined
    // Read as late as this: a link that was only pointed at may have been refused, and followed since.
    const { href } = router.latestLocation
    if (onLeave?.() !== false) goToLogin(router, { side, from: href })
  }, REDIRECT_DELAY_MS)
  timer = mine
  return () => {
    if (timer !== mine) return
    clearTimeout(mine)
    timer = undefined
  }
}

/** Go to the log-in page of a side at once, with the way back. */
export function goToLogin(router: RegisteredRouter, { side, from }: { side: Side; from: string }): void {
  const search = wayBackTo(from, side)
  void router.navigate(side === 'staff' ? { to: '/admin-login', search } : { to: '/login', search })
}

/** Log out on this device at once, without waiting for the server and whether or not it can be reached. */
export function useLogOut(): () => void {
  const navigate = useNavigate()
  const { client } = trpc.useUtils()
  return () => {
    client.auth.logout.mutate(undefined, { context: { token: getUserToken() } }).catch(() => undefined)
    // Navigate first: a members' page would otherwise complain about the missing session.
    void navigate({ to: '/' })
    forgetMember()
  }
}
