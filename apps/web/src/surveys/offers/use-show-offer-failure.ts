import { showPending } from '../../admin/waiting-secret.ts'
import { describeRefusal } from '../../auth/describe-refusal.ts'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** SPEC §8: "Error", with the server's message. */
export function useShowOfferFailure() {
  const t = useT()
  return (error: unknown) => {
    if (showPending(error)) return
    const { code, message } = describeRefusal(error, t('staff.failed'))
    // An ended session is handled once for every call, in `ApiProvider`.
    if (code !== 'NOT_SIGNED_IN') showToast({ kind: 'error', title: t('surveyOffers.error'), message })
  }
}
