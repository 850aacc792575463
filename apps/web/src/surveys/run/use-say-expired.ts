import { useEffect } from 'react'
import { useUserToken } from '../../auth/session.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/**
 * Tell a member whose session has expired to log in again. Going to the log-in page is part of handling every 401. Visitors
 * who never signed in are only asked to sign in.
 */
export function useSayExpired(): void {
  const t = useT()
  const token = useUserToken()
  const isExpired = useCurrentUser().status === 'anonymous' && token !== null

  useEffect(() => {
    if (isExpired)
      showToast({
        kind: 'error',
        title: t('survey.sessionTitle'),
        message: t('survey.sessionText'),
        winsForMs: 500,
      })
  }, [isExpired, t])
}
