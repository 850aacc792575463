import { formatKes } from '@chuma/contract/format-money'
import type { BankBatch } from '@chuma/contract/payouts/bank-batches'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

type Props = { batch: BankBatch; opened: boolean; onClose: () => void }

/** Cancels a batch with a reason, or asks a second person to if anyone has its file. */
export function CancelBatchDialog({ batch, opened, onClose }: Props) {
  const t = useT()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('batches.reasonMissing')) },
  })
  const close = () => {
    form.reset()
    onClose()
  }
  const { cancel, isPending } = useCancelBatch(batch, close)
  const { number, rowCount, totalKes, isDownloaded } = batch
  return (
    <Dialog opened={opened} onClose={close} title={t('batches.cancelTitle', { number })}>
      <form onSubmit={form.onSubmit(({ reason }) => cancel(reason))} noValidate>
        <Stack>
          <Text c="dimmed">{t('batches.cancelText', { count: rowCount, kes: formatKes(totalKes) })}</Text>
          {isDownloaded && <Text>{t('batches.cancelDownloaded')}</Text>}
          <Textarea
            label={t('batches.reason')}
            maxLength={500}
            rows={3}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('admin.cancel')}
            </Button>
            <Button type="submit" color="red" loading={isPending}>
              {t('batches.cancel', { number })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function useCancelBatch({ id, number }: BankBatch, onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const request = trpc.admin.cancelBankBatch.useMutation({
    onSuccess: () => {
      onDone()
      showToast({ kind: 'success', title: t('batches.cancelled', { number }) })
    },
    onError: (error) => {
      // Sent to a second person, too: the dialog has nothing left to ask.
      onDone()
      showFailure(error)
    },
    // Also after a refusal: someone else acted first.
    onSettled: () =>
      Promise.all([utils.admin.listBankBatches.invalidate(), utils.admin.listWaiting.invalidate()]),
  })
  const cancel = useSingleFlight(async (reason: string) => {
    await request.mutateAsync({ id, reason }).catch(() => undefined)
  })
  return { cancel, isPending: request.isPending }
}
