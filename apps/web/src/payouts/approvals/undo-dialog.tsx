import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

type Props = { withdrawal: AdminWithdrawal; opened: boolean; onClose: () => void }

/** Undoes an approval if nothing has been sent. The server checks that. */
export function UndoDialog({ withdrawal, opened, onClose }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const undoing = trpc.admin.undoApproval.useMutation({
    onSuccess: () => showToast({ kind: 'success', title: t('undo.done') }),
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t('admin.decideFailed'),
        message: serverMessage(error, t('state.failedText')),
      }),
    onSettled: () => {
      onClose()
      void utils.admin.getPayoutQueue.invalidate()
      void utils.admin.listPayoutQueues.invalidate()
      return utils.admin.listWithdrawals.invalidate()
    },
  })
  const undo = useSingleFlight(async () => {
    await undoing.mutateAsync({ id: withdrawal.id }).catch(() => undefined)
  })
  return (
    <ConfirmDialog
      title={t('undo.title')}
      text={t(withdrawal.payoutState === 'manual' ? 'undo.textManual' : 'undo.text')}
      action={t('undo.action')}
      dismissal={t('dialog.close')}
      opened={opened}
      isPending={undoing.isPending}
      onConfirm={undo}
      onClose={onClose}
    />
  )
}
