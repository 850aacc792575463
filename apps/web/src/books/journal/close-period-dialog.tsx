import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showPending } from '../../admin/show-pending.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

type Props = { month: string; name: string; opened: boolean; onClose: () => void }

/** Ask a second person to close a month. */
export function ClosePeriodDialog({ month, name, opened, onClose }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('admin.reasonMissing')) },
  })
  const request = trpc.admin.closePeriod.useMutation({
    onSuccess: onClose,
    onError: (error) => {
      if (showPending(error)) return onClose()
      showToast({
        kind: 'error',
        title: t('journal.closeFailed'),
        message: serverMessage(error, t('state.failedText')),
      })
    },
    onSettled: () => utils.admin.listPeriods.invalidate(),
  })
  const close = useSingleFlight(async (reason: string) => {
    await request.mutateAsync({ month, reason }).catch(() => undefined)
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('journal.close', { month: name })}>
      <form onSubmit={form.onSubmit(({ reason }) => close(reason))} noValidate>
        <Stack>
          <Text c="dimmed">{t('journal.closeText')}</Text>
          <Textarea
            label={t('journal.reason')}
            maxLength={500}
            rows={3}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('admin.cancel')}
            </Button>
            <Button type="submit" loading={request.isPending}>
              {t('correct.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
