import type { StatementRow } from '@chuma/contract/books/statements'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useRefreshStatements } from './use-refresh-statements.ts'

type Props = { row: StatementRow; opened: boolean; onClose: () => void }

export function UndoDialog({ row, opened, onClose }: Props) {
  const t = useT()
  const refresh = useRefreshStatements()
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (note.trim() ? null : t('staff.required')) },
  })
  const undo = trpc.admin.undoStatementBooking.useMutation({
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: t('statementDesk.undone'),
        message: t('statementDesk.undoneText'),
      }),
    onError: useShowFailure(),
    // Also after a refusal: someone else undid it, or its day was reconciled.
    onSettled: () => {
      onClose()
      return refresh()
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('statementDesk.undoTitle')}>
      <form onSubmit={form.onSubmit(({ note }) => undo.mutate({ id: row.id, note }))} noValidate>
        <Stack>
          <Text c="dimmed">{t('statementDesk.undoText')}</Text>
          <Textarea
            label={t('statementDesk.undoNote')}
            maxLength={1000}
            autosize
            minRows={2}
            data-autofocus
            {...form.getInputProps('note')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('dialog.cancel')}
            </Button>
            <Button type="submit" loading={undo.isPending}>
              {t('statementDesk.undo')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
