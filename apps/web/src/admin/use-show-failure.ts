import { describeRefusal } from '../auth/describe-refusal.ts'
import { useT } from '../i18n/use-t.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'

/** Says in a toast that something was not done, and why. */
export function useShowFailure() {
  const t = useT()
  return (error: unknown) => {
    const { code, kind, message } = describeRefusal(error, t('staff.failed'))
    // The session has ended, which is said and dealt with for every call.
    if (code !== 'NOT_SIGNED_IN') showToast({ kind, title: t('staff.failedTitle'), message })
  }
}
