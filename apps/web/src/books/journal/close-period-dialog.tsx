import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { showPending } from '../../admin/show-pending.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

type Props = { month: string; name: string; opened: boolean; onClose: () => void }

/** Ask a second person to close a month. */
export function ClosePeriodDialog({ month, name, opened, onClose }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
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
    <ReasonDialog
      {...{ opened, onClose }}
      title={t('journal.close', { month: name })}
      text={t('journal.closeText')}
      label={t('journal.reason')}
      action={t('correct.send')}
      isPending={request.isPending}
      onSend={close}
    />
  )
}
