import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAdminToken } from '../../auth/session.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { REDIRECT_DELAY_MS } from '../../auth/sessions/use-leave-when-signed-out.ts'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** Whether the page may load. Everybody else is told that it is for admins, and goes to the start page. */
export function useAnalyticsDoor(): boolean {
  const t = useT()
  const navigate = useNavigate()
  const hasAdminToken = useAdminToken() !== null
  const current = useCurrentUser()
  const isAdmin = hasAdminToken || (current.status === 'member' && current.user.isAdmin)
  const isStranger = !isAdmin && (current.status === 'anonymous' || current.status === 'member')

  useEffect(() => {
    if (!isStranger) return
    showToast({ kind: 'error', title: t('analytics.deniedTitle'), message: t('analytics.denied') })
    const timer = setTimeout(() => void navigate({ to: '/' }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isStranger, navigate, t])

  return isAdmin
}
