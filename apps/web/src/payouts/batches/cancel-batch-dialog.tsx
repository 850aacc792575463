import { formatKes } from '@chuma/contract/format-money'
import type { BankBatch } from '@chuma/contract/payouts/bank-batches'
import { Text } from '@mantine/core'
import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

type Props = { batch: BankBatch; opened: boolean; onClose: () => void }

/** Cancels a batch with a reason, or asks a second person to if anyone has its file. */
export function CancelBatchDialog({ batch, opened, onClose }: Props) {
  const t = useT()
  const { cancel, isPending } = useCancelBatch(batch, onClose)
  const { number, rowCount, totalKes, isDownloaded } = batch
  return (
    <ReasonDialog
      {...{ opened, onClose, isPending }}
      title={t('batches.cancelTitle', { number })}
      text={t('batches.cancelText', { count: rowCount, kes: formatKes(totalKes) })}
      label={t('batches.reason')}
      missing={t('batches.reasonMissing')}
      action={t('batches.cancel', { number })}
      isDanger
      onSend={cancel}
    >
      {isDownloaded && <Text>{t('batches.cancelDownloaded')}</Text>}
    </ReasonDialog>
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
