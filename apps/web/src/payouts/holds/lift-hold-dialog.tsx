import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import type { AdminHold } from '@chuma/contract/payouts/holds'
import { Text } from '@mantine/core'
import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { describeHold } from './describe-hold.ts'

type Props = { withdrawal: AdminWithdrawal; hold: AdminHold; onClose: () => void }

/** Asks why a hold is lifted. The server checks that it is still there. */
export function LiftHoldDialog({ withdrawal: { id, userName }, hold, onClose }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const lifting = trpc.admin.liftHold.useMutation({
    onSuccess: () => showToast({ kind: 'success', title: t('staffHold.lifted') }),
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t('staffHold.failed'),
        message: serverMessage(error, t('state.failedText')),
      }),
    onSettled: () => {
      onClose()
      void utils.admin.getPayoutQueue.invalidate()
      void utils.admin.listPayoutQueues.invalidate()
      void utils.admin.previewBulkApproval.invalidate()
      return utils.admin.listWithdrawals.invalidate()
    },
  })
  const lift = useSingleFlight(async (reason: string) => {
    await lifting.mutateAsync({ id, holdId: hold.id, reason }).catch(() => undefined)
  })
  return (
    <ReasonDialog
      title={t('staffHold.liftTitle', { name: userName })}
      text={t('staffHold.liftText')}
      action={t('staffHold.lift')}
      isPending={lifting.isPending}
      onSend={lift}
      onClose={onClose}
    >
      <Text fw={600}>{describeHold(t, hold)}</Text>
    </ReasonDialog>
  )
}
