import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCurrentUser } from './use-current-user.ts'

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
