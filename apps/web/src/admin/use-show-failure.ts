import { describeRefusal } from '../auth/describe-refusal.ts'
import { isUnproven } from '../auth/way-back.ts'
import { useT } from '../i18n/use-t.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { showPending } from './waiting-secret.ts'

/** Report a failed action and its reason in a toast, or that it waits for a second person now. */
export function useShowFailure() {
  const t = useT()
  return (error: unknown) => {
    if (showPending(error)) return
    if (isUnproven(error))
      return showToast({ kind: 'info', title: t('stepUp.title'), message: t('stepUp.cancelled') })
    const { code, kind, message } = describeRefusal(error, t('staff.failed'))
    // An ended session is handled once for every call, in `ApiProvider`.
    if (code !== 'NOT_SIGNED_IN') showToast({ kind, title: t('staff.failedTitle'), message })
  }
}
