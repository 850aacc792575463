import type { User } from '@chuma/contract/auth/auth'
import { Skeleton } from '@mantine/core'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { TakenOver } from '../../app/take-over.ts'
import { useT } from '../../i18n/use-t.ts'
import { Unreachable } from '../../offline/unreachable.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import classes from '../../ui/page/page.module.css'
import { LoadingUser, SignInScreen } from '../../ui/page/status-screens.tsx'
import { Skeletons } from '../../ui/states/states.tsx'
import { clearUserSession, hasLostToken } from '../session.ts'
import { goToLogin, leaveForLogin, useCurrentUser } from './use-current-user.ts'

type Props = {
  /** Pages that do not depend on who the member is load their data in parallel with that question. */
  children: ReactNode | ((user: User) => ReactNode)
}

/** Shows a page to signed-in members only. The server enforces access; this only decides what to show. */
export function RequireMember({ children }: Props) {
  const current = useCurrentUser()
  // Rendered as a transition, so that a large page stays responsive to touch.
  const isDrawn = useDeferredValue(current.status !== 'loading')
  const isPage = typeof children !== 'function'
  const isLoading = current.status === 'loading'
  useLeaveWhenTokenIsLost(current.status === 'anonymous')
  if (current.status === 'anonymous' && (isDrawn || isPage)) return <SignInScreen />
  if (current.status === 'unreachable' && (isDrawn || isPage)) {
    return <Unreachable error={current.error} onRetry={current.retry} />
  }
  // In one place before and after the member is known: a page that moved would start again.
  return (
    <>
      {isPage ? children : isDrawn && current.status === 'member' ? children(current.user) : <PageSkeleton />}
      {isLoading && <LoadingUser />}
    </>
  )
}

/** A visitor stays on the sign-in message; a member whose token is gone is told, and logs in again. */
function useLeaveWhenTokenIsLost(isAnonymous: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (isAnonymous && hasLostToken('member')) leaveForLogin(router, { onLeave: forget })
  }, [isAnonymous, router])
}

function forget(): boolean {
  if (!hasLostToken('member')) return false
  clearUserSession()
  return true
}

/** SPEC's delay between the message and going to /login when a survey cannot be started. */
const REDIRECT_DELAY_MS = 1000

/**
 * Say that the session has expired, then go to /login. The session is cleared while leaving, because clearing it
 * earlier would replace the dashboard, and the message with it.
 */
export function useLeaveWhenExpired() {
  const t = useT()
  const router = useRouter()
  return () => {
    showToast({
      kind: 'error',
      title: t('survey.startExpiredTitle'),
      message: t('survey.sessionText'),
      winsForMs: REDIRECT_DELAY_MS,
    })
    setTimeout(() => {
      const { href } = router.state.location
      clearUserSession()
      goToLogin(router, { side: 'member', from: href })
    }, REDIRECT_DELAY_MS)
  }
}

/** Send visitors from a members' page to /login, and say why. */
export function useLeaveWhenSignedOut(): void {
  const router = useRouter()
  const isAnonymous = useCurrentUser().status === 'anonymous'
  const isLeaving = useRouterState({ select: ({ status }) => status === 'pending' })

  useEffect(
    () => (isAnonymous && !isLeaving ? leaveForLogin(router) : undefined),
    [isAnonymous, isLeaving, router],
  )
}

/** Send signed-in members from a page for visitors to their dashboard. */
export function useLeaveWhenSignedIn({ unlessUnverified = false } = {}): void {
  const navigate = useNavigate()
  const current = useCurrentUser()
  const mayStay = unlessUnverified && current.status === 'member' && !current.user.isEmailVerified
  const isLeaving = current.status === 'member' && !mayStay
  useEffect(() => {
    if (isLeaving) void navigate({ to: '/dashboard', replace: true })
  }, [isLeaving, navigate])
}

/** Replaces a member's page until the member is known: a heading with placeholders. */
function PageSkeleton() {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Skeleton className={classes.heading ?? ''} aria-hidden />
      </header>
      <Skeletons count={4} height={112} />
      <TakenOver />
    </div>
  )
}
