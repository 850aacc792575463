import { useRouter } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { clearUserSession } from '../session.ts'
import { goToLogin } from './leave-for-login.ts'

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
