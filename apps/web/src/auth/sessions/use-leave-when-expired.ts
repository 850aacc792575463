import { useRouter } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { clearUserSession } from '../session.ts'

/** The specification's pause between the message and the way to /login when a survey cannot be begun. */
const REDIRECT_DELAY_MS = 1000

/**
 * Says that the session has ended and goes to /login. It is cleared on the way and not before: without it the dashboard
 * would turn into the landing, and the message with it.
 */
export function useLeaveWhenExpired() {
  const t = useT()
  const router = useRouter()
  return () => {
    showToast({ kind: 'error', title: t('survey.startExpiredTitle'), message: t('survey.sessionText') })
    setTimeout(() => {
      clearUserSession()
      void router.navigate({ to: '/login' })
    }, REDIRECT_DELAY_MS)
  }
}
