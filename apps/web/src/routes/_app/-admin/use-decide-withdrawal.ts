import { useT } from '../../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../../trpc.ts'
import { showToast } from '../../../ui/show-toast.ts'

/** Approves, rejects or marks as paid, says how it went and shows the lists as they are now. */
export function useDecideWithdrawal(onDecided?: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  return trpc.admin.decideWithdrawal.useMutation({
    onSuccess: (_row, { status }) => {
      onDecided?.()
      showToast({ kind: 'success', title: t('admin.decided', { status }) })
    },
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t('admin.decideFailed'),
        message: serverMessage(error, t('state.failedText')),
      }),
    // After a refusal too: then another admin was faster, and the list on this screen is out of date.
    onSettled: () => utils.admin.listWithdrawals.invalidate(),
  })
}
