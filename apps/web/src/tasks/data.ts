import { useT } from '../i18n/use-t.ts'
import { isApiError, JUST_NOW_MS, serverMessage, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'

/** Report a refused action with its reason. */
export function useShowRefusal() {
  const t = useT()
  const utils = trpc.useUtils()
  return (title: string, error: unknown) => {
    const data = isApiError(error) ? error.data : null
    // An expired session is handled elsewhere: the member is told and sent to the log-in page.
    if (data?.httpStatus === 401) return
    // Premium has ended: refetch, so that its features lock.
    if (data?.appCode === 'PREMIUM_REQUIRED') void utils.auth.getUser.invalidate()
    showToast({ kind: 'error', title, message: serverMessage(error, t('earn.offline')) })
  }
}

/** What the member can do today. Refetched on return: tasks close, and days end. */
export function useToday() {
  return trpc.tasks.getToday.useQuery(undefined, { staleTime: JUST_NOW_MS, refetchOnWindowFocus: 'always' })
}
