import type { Settings, UpdateSettingsInput } from '@chuma/contract/account/settings'
import { useQueryClient } from '@tanstack/react-query'
import { getMutationKey } from '@trpc/react-query'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** Saves a setting. It shows at once, and goes back to what it was when it could not be saved. */
export function useUpdateSettings({ onFailed }: { onFailed?: (error: unknown) => void } = {}) {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const mutationKey = getMutationKey(trpc.account.updateSettings)
  const showFailure = useShowFailure()
  const patch = (change: Partial<Settings>) =>
    utils.account.getSettings.setData(undefined, (current) => current && { ...current, ...change })

  return trpc.account.updateSettings.useMutation({
    // One after the other, so that the last choice is the one that stays.
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
    // What the server has is asked for once nothing more is on its way to it. A first question that is still under way is
    // given up: what it brings may be older than the change, and by itself nothing would be asked after it.
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
    // Whoever is signed out is told so, and is on the way to the log-in already.
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
