import type { RouterInputs } from '@chuma/api/types'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

type Wish = RouterInputs['admin']['releaseDestination']

/** Release or free a destination once; report the outcome and reload what shows it. */
export function useDecideDestination(onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const callbacks = (title: string) => ({
    onSuccess: () => {
      onDone()
      showToast({ kind: 'success' as const, title })
    },
    onError: (error: unknown) =>
      showToast({
        kind: 'error',
        title: t('destination.failed'),
        message: serverMessage(error, t('state.failedText')),
      }),
    // Also after a refusal: another admin acted first, so the list is out of date.
    onSettled: () => {
      void utils.admin.listMemberDestinations.invalidate()
      void utils.admin.listWithdrawals.invalidate()
    },
  })
  const releasing = trpc.admin.releaseDestination.useMutation(callbacks(t('destination.releaseDone')))
  const freeing = trpc.admin.freeDestination.useMutation(callbacks(t('destination.freeDone')))
  const decide = useSingleFlight(async (name: 'release' | 'free', wish: Wish) => {
    const deciding = name === 'release' ? releasing : freeing
    await deciding.mutateAsync(wish).catch(() => undefined)
  })
  return { decide, isPending: releasing.isPending || freeing.isPending }
}
