import type { RouterInputs } from '@chuma/api/types'
import { showPending } from '../../admin/show-pending.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

/**
 * Approve, reject or mark as paid once, report the outcome and reload the lists. `onProblem` shows what the server has against the note,
 * the only field that staff type.
 */
export function useDecideWithdrawal(onDecided?: () => void, onProblem?: (problem: string) => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const decision = trpc.admin.decideWithdrawal.useMutation({
    onSuccess: (_, { status }) => {
      onDecided?.()
      showToast({ kind: 'success', title: t('admin.decided', { status }) })
    },
    onError: (error) => {
      if (showPending(error)) return onDecided?.()
      const noteProblem = isApiError(error) ? error.data?.fieldErrors?.adminNotes?.[0] : undefined
      if (noteProblem && onProblem) return onProblem(noteProblem)
      showToast({
        kind: 'error',
        title: t('admin.decideFailed'),
        message: noteProblem ?? serverMessage(error, t('state.failedText')),
      })
    },
    // Also after a refusal: another admin decided first, so this list is out of date.
    onSettled: () =>
      Promise.all([
        utils.admin.listWithdrawals.invalidate(),
        utils.admin.previewBulkApproval.invalidate(),
        utils.admin.listWaiting.invalidate(),
      ]),
  })
  const decide = useSingleFlight(async (input: RouterInputs['admin']['decideWithdrawal']) => {
    await decision.mutateAsync(input).catch(() => undefined)
  })
  return { decide, isPending: decision.isPending }
}
