import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUserToken } from '../../auth/session.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** Tell a member whose session has expired to log in again. Visitors who never signed in are only asked to sign in. */
export function useSayExpired(): void {
  const t = useT()
  const navigate = useNavigate()
  const token = useUserToken()
  const isExpired = useCurrentUser().status === 'anonymous' && token !== null

  useEffect(() => {
    if (!isExpired) return
    showToast({ kind: 'error', title: t('survey.sessionTitle'), message: t('survey.sessionText') })
    void navigate({ to: '/login' })
  }, [isExpired, navigate, t])
}
