import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useDestination } from '../way-back.ts'
import { useCurrentUser } from './use-current-user.ts'

/** Send signed-in members from a page for visitors to where their log-in leads: their dashboard, or the way back. */
export function useLeaveWhenSignedIn({ unlessUnverified = false } = {}): void {
  const navigate = useNavigate()
  const current = useCurrentUser()
  const destination = useDestination()
  const mayStay = unlessUnverified && current.status === 'member' && !current.user.isEmailVerified
  const isLeaving = current.status === 'member' && !mayStay
  useEffect(() => {
    if (isLeaving) void navigate({ href: destination, replace: true })
  }, [isLeaving, destination, navigate])
}
