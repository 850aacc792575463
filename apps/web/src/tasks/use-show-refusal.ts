import { useT } from '../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'

/** Says why something was not done. */
export function useShowRefusal() {
  const t = useT()
  const utils = trpc.useUtils()
  return (title: string, error: unknown) => {
    const data = isApiError(error) ? error.data : null
    // Whoever is signed out is told so, and is on the way to the log-in already.
    if (data?.httpStatus === 401) return
    // Premium has ended meanwhile: what it had opened is shown locked from now on.
    if (data?.appCode === 'PREMIUM_REQUIRED') void utils.auth.getUser.invalidate()
    showToast({ kind: 'error', title, message: serverMessage(error, t('earn.offline')) })
  }
}
