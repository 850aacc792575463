import { describeRefusal } from '../../auth/describe-refusal.ts'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** SPEC §8: "Error", and what the server said. */
export function useShowOfferFailure() {
  const t = useT()
  return (error: unknown) => {
    const { code, message } = describeRefusal(error, t('staff.failed'))
    // The session has ended, which is said and dealt with for every call.
    if (code !== 'NOT_SIGNED_IN') showToast({ kind: 'error', title: t('surveyOffers.error'), message })
  }
}
