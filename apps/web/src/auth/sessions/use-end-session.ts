import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** Signs other devices out, says how it went and shows who is left. */
export function useEndSession(onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const handlers = {
    onSuccess: ({ message }: { message: string }) => {
      onDone()
      showToast({ kind: 'success', title: t('sessions.endedTitle'), message })
    },
    onError: (error: unknown) => {
      onDone()
      const data = isApiError(error) ? error.data : null
      // Whoever is signed out himself is told so, and is on the way to the log-in already.
      if (data?.httpStatus === 401) return
      if (data?.appCode === 'NOT_FOUND') {
        showToast({ title: t('sessions.endedTitle'), message: t('sessions.goneText') })
        return
      }
      const message = serverMessage(error, t('settings.failed'))
      showToast({ kind: 'error', title: t('sessions.failedTitle'), message })
    },
    onSettled: () => utils.account.listSessions.invalidate(),
  }
  const one = trpc.account.endSession.useMutation(handlers)
  const others = trpc.account.endOtherSessions.useMutation(handlers)
  return { endOne: one.mutate, endOthers: others.mutate, isPending: one.isPending || others.isPending }
}
