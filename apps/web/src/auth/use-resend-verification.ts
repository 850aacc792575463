import { useT } from '../i18n/use-t.ts'
import { serverMessage, trpc } from '../trpc.ts'
import { showToast } from '../ui/show-toast.ts'

/** Sends the verification mail again and says how that went. */
export function useResendVerification() {
  const t = useT()
  return trpc.auth.resendVerification.useMutation({
    onSuccess: ({ message }) => showToast({ kind: 'success', title: t('verify.resentTitle'), message }),
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t('verify.failedTitle'),
        message: serverMessage(error, t('verify.failed')),
      }),
  })
}
