import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { describeRefusal } from '../describe-refusal.ts'

/** Send the verification mail again and report the outcome. */
export function useResendVerification() {
  const t = useT()
  return trpc.auth.resendVerification.useMutation({
    onSuccess: ({ message }) => showToast({ kind: 'success', title: t('verify.resentTitle'), message }),
    onError: (error) => {
      const { kind, message } = describeRefusal(error, t('verify.failed'))
      showToast({ kind, title: t('verify.failedTitle'), message })
    },
  })
}
