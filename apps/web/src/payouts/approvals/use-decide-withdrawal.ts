import type { RouterInputs } from '@chuma/api/types'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

/** Approves, rejects or marks as paid, once; says how it went and shows the lists as they are now. */
export function useDecideWithdrawal(onDecided?: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const decision = trpc.admin.decideWithdrawal.useMutation({
    onSuccess: (row, { status }) => {
      onDecided?.()
      const isFirst = status === 'approved' && row.status === 'pending'
      showToast({
        kind: 'success',
        title: isFirst ? t('risk.firstApproved') : t('admin.decided', { status }),
      })
    },
    onError: (error) => {
      // Of all its fields only the note is typed by a person: what is wrong with it is what there is to say.
      const noteProblem = isApiError(error) ? error.data?.fieldErrors?.adminNotes?.[0] : undefined
      showToast({
        kind: 'error',
        title: t('admin.decideFailed'),
        message: noteProblem ?? serverMessage(error, t('state.failedText')),
      })
    },
    // After a refusal too: then another admin was faster, and the list on this screen is out of date.
    onSettled: () => utils.admin.listWithdrawals.invalidate(),
  })
  const decide = useSingleFlight(async (input: RouterInputs['admin']['decideWithdrawal']) => {
    await decision.mutateAsync(input).catch(() => undefined)
  })
  return { decide, isPending: decision.isPending }
}
