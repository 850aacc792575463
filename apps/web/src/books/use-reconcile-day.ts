import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useRefreshBooks } from './use-refresh-books.ts'

/** Reconcile a day, report the outcome and reload the lists. */
export function useReconcileDay() {
  const t = useT()
  const refresh = useRefreshBooks()
  return trpc.admin.reconcileDay.useMutation({
    onSuccess: ({ openCount: open }) =>
      showToast({
        kind: open > 0 ? 'error' : 'success',
        title: t('books.compared'),
        message: t('books.comparedText', { open }),
      }),
    onError: useShowFailure(),
    onSettled: refresh,
  })
}
