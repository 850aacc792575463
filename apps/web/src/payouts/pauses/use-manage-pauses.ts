import type { RouterInputs } from '@chuma/api/types'
import { useRefreshMembers } from '../../account/members/use-refresh-members.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

type Inputs = RouterInputs['admin']

/** Pause payouts, lift pauses and answer appeals, once each; report the outcome and reload the lists. */
export function useManagePauses(onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const refreshMembers = useRefreshMembers()
  const callbacks = (title: string) => ({
    onSuccess: () => {
      onDone()
      showToast({ kind: 'success' as const, title })
    },
    onError: (error: unknown) =>
      showToast({
        kind: 'error',
        title: t('pausing.failed'),
        message: serverMessage(error, t('state.failedText')),
      }),
    // Also after a refusal: another admin acted first, so these lists are out of date.
    onSettled: () => {
      void utils.admin.listWithdrawals.invalidate()
      void utils.admin.listPayoutPauses.invalidate()
      refreshMembers()
    },
  })
  const pausing = trpc.admin.pausePayouts.useMutation(callbacks(t('pausing.pausedDone')))
  const lifting = trpc.admin.liftPayoutPause.useMutation(callbacks(t('pausing.liftedDone')))
  const answering = trpc.admin.answerAppeal.useMutation(callbacks(t('appeals.answered')))
  return {
    pause: useSingleFlight(async (input: Inputs['pausePayouts']) => {
      await pausing.mutateAsync(input).catch(() => undefined)
    }),
    lift: useSingleFlight(async (input: Inputs['liftPayoutPause']) => {
      await lifting.mutateAsync(input).catch(() => undefined)
    }),
    answer: useSingleFlight(async (input: Inputs['answerAppeal']) => {
      await answering.mutateAsync(input).catch(() => undefined)
    }),
    isPending: pausing.isPending || lifting.isPending || answering.isPending,
  }
}
