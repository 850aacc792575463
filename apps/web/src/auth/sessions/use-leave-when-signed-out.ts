import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useCurrentUser } from './use-current-user.ts'

/** SPEC's delay between the message and going to /login. */
export const REDIRECT_DELAY_MS = 500

/** Send visitors from a members' page to /login, and say why. */
export function useLeaveWhenSignedOut(): void {
  const t = useT()
  const navigate = useNavigate()
  const isAnonymous = useCurrentUser().status === 'anonymous'
  const isLeaving = useRouterState({ select: ({ status }) => status === 'pending' })

  useEffect(() => {
    if (!isAnonymous || isLeaving) return
    showToast({ kind: 'error', title: t('session.expiredTitle'), message: t('session.expiredText') })
    const timer = setTimeout(() => void navigate({ to: '/login' }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isAnonymous, isLeaving, navigate, t])
}
