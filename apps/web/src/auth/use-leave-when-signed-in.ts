import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCurrentUser } from './use-current-user.ts'

/** A page for visitors: whoever is signed in has no business here and goes to his dashboard. */
export function useLeaveWhenSignedIn(): void {
  const navigate = useNavigate()
  const isMember = useCurrentUser().status === 'member'
  useEffect(() => {
    if (isMember) void navigate({ to: '/dashboard', replace: true })
  }, [isMember, navigate])
}
