import type { Difference } from '@chuma/contract/books/reconciliation'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useRefreshBooks } from './use-refresh-books.ts'

type Props = { difference: Difference; opened: boolean; onClose: () => void }

export function ResolveDialog({ difference: { id, kind }, opened, onClose }: Props) {
  const t = useT()
  const refresh = useRefreshBooks()
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (note.trim() ? null : t('books.noteMissing')) },
  })
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
    <Dialog opened={opened} onClose={onClose} title={t('books.resolveTitle')}>
      <form onSubmit={form.onSubmit(({ note }) => resolve.mutate({ id, note }))} noValidate>
        <Stack>
          <Text fw={600}>{t(`difference.${kind}`)}</Text>
          <Text c="dimmed">{t('books.resolveText')}</Text>
          <Textarea
            label={t('books.note')}
            maxLength={1000}
            rows={4}
            data-autofocus
            {...form.getInputProps('note')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('dialog.cancel')}
            </Button>
            <Button type="submit" loading={resolve.isPending}>
              {t('books.resolve')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
