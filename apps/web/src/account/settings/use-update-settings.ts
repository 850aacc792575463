import type { Settings, UpdateSettingsInput } from '@chuma/contract/account/account'
import { useQueryClient } from '@tanstack/react-query'
import { getMutationKey } from '@trpc/react-query'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** Save a setting. The new value shows at once and is reverted if saving fails. */
export function useUpdateSettings({ onFailed }: { onFailed?: (error: unknown) => void } = {}) {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const mutationKey = getMutationKey(trpc.account.updateSettings)
  const showFailure = useShowFailure()
  const patch = (change: Partial<Settings>) =>
    utils.account.getSettings.setData(undefined, (current) => current && { ...current, ...change })

  return trpc.account.updateSettings.useMutation({
    // One at a time, so that the last choice wins.
    scope: { id: 'settings' },
    onMutate: async (change) => {
      await utils.account.getSettings.cancel()
      const before = utils.account.getSettings.getData()
      patch(givenIn(change))
      return { undo: before ? valuesBefore(before, change) : {} }
    },
    onError: (error, _change, context) => {
      patch(context?.undo ?? {})
      if (onFailed) onFailed(error)
      else showFailure(error)
    },
    // Refetch once no change is in flight. A fetch that is still running is cancelled: its data may predate the change,
    // and nothing would trigger another fetch after it.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) !== 1) return
      await utils.account.getSettings.cancel()
      void utils.account.getSettings.invalidate()
    },
  })
}

function useShowFailure() {
  const t = useT()
  return (error: unknown) => {
    // An expired session is handled elsewhere: the member is told and sent to the log-in page.
    if (isApiError(error) && error.data?.httpStatus === 401) return
    const message = serverMessage(error, t('settings.failed'))
    showToast({ kind: 'error', title: t('settings.failedTitle'), message })
  }
}

function givenIn(change: UpdateSettingsInput): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

function valuesBefore(before: Settings, change: UpdateSettingsInput): Partial<Settings> {
  return Object.fromEntries(Object.entries(before).filter(([name]) => name in change))
}
