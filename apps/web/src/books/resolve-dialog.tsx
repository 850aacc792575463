import type { Difference } from '@chuma/contract/books/reconciliation'
import { Text } from '@mantine/core'
import { ReasonDialog } from '../admin/reason-dialog.tsx'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useRefreshBooks } from './use-refresh-books.ts'

type Props = { difference: Difference; opened: boolean; onClose: () => void }

export function ResolveDialog({ difference: { id, kind }, opened, onClose }: Props) {
  const t = useT()
  const refresh = useRefreshBooks()
  const resolve = trpc.admin.resolveDifference.useMutation({
    onSuccess: () =>
      showToast({ kind: 'success', title: t('books.resolved'), message: t('books.resolvedText') }),
    onError: useShowFailure(),
    // Also after a refusal: someone else resolved it first, so this list is out of date.
    onSettled: () => {
      onClose()
      return refresh()
    },
  })
  return (
    <ReasonDialog
      {...{ opened, onClose }}
      title={t('books.resolveTitle')}
      text={t('books.resolveText')}
      label={t('books.note')}
      missing={t('books.noteMissing')}
      maxLength={1000}
      action={t('books.resolve')}
      isPending={resolve.isPending}
      onSend={(note) => resolve.mutate({ id, note })}
    >
      <Text fw={600}>{t(`difference.${kind}`)}</Text>
    </ReasonDialog>
  )
}
