import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { leaveForLogin } from './leave-for-login.ts'
import { useCurrentUser } from './use-current-user.ts'

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
