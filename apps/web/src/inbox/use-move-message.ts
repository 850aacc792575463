import type { SetMessageStatusInput } from '@chuma/contract/inbox/inbox'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useRefreshInbox } from './use-refresh-inbox.ts'

/** Close or reopen a message and report the outcome. */
export function useMoveMessage() {
  const t = useT()
  const refresh = useRefreshInbox()
  const { mutate, isPending } = trpc.admin.setMessageStatus.useMutation({
    onSuccess: (_, { status }: SetMessageStatusInput) =>
      showToast({ kind: 'success', title: t(status === 'closed' ? 'inbox.closed' : 'inbox.reopened') }),
    onError: useShowFailure(),
    // Also after a refusal: someone else changed it first, so this screen is out of date.
    onSettled: refresh,
  })
  return { move: mutate, isPending }
}
