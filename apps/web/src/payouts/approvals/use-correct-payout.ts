import type { RouterInputs } from '@chuma/api/types'
import { showPending } from '../../admin/show-pending.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

/** Send a correction to a second person, report the outcome and reload the lists. `showProblems` shows what is wrong at its field. */
export function useCorrectPayout(onAsked: () => void, showProblems: (error: unknown) => boolean) {
  const t = useT()
  const utils = trpc.useUtils()
  const request = trpc.admin.correctPayout.useMutation({
    onSuccess: onAsked,
    onError: (error) => {
      if (showPending(error)) return onAsked()
      if (showProblems(error)) return
      showToast({
        kind: 'error',
        title: t('correct.failed'),
        message: serverMessage(error, t('state.failedText')),
      })
    },
    onSettled: () =>
      Promise.all([utils.admin.listWithdrawals.invalidate(), utils.admin.listWaiting.invalidate()]),
  })
  const correct = useSingleFlight(async (input: RouterInputs['admin']['correctPayout']) => {
    await request.mutateAsync(input).catch(() => undefined)
  })
  return { correct, isPending: request.isPending }
}
