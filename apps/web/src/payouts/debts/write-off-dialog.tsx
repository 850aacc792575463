import { formatKes } from '@chuma/contract/format-money'
import type { Debt } from '@chuma/contract/payouts/debts'
import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { showPending } from '../../admin/show-pending.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

type Props = { debt: Debt; opened: boolean; onClose: () => void }

/** Ask a second person to give up a debt. */
export function WriteOffDialog({ debt, opened, onClose }: Props) {
  const t = useT()
  const { writeOff, isPending } = useWriteOff(onClose)
  const { memberId, memberName: name, points, amountKes } = debt
  return (
    <ReasonDialog
      {...{ opened, onClose, isPending }}
      title={t('debts.writeOffTitle')}
      text={t('debts.writeOffText', { name, kes: formatKes(amountKes) })}
      label={t('debts.reason')}
      action={t('correct.send')}
      onSend={(reason) => writeOff({ memberId, points, reason })}
    />
  )
}

function useWriteOff(onAsked: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const request = trpc.admin.writeOffDebt.useMutation({
    onSuccess: onAsked,
    onError: (error) => {
      if (showPending(error)) return onAsked()
      showToast({
        kind: 'error',
        title: t('debts.failed'),
        message: serverMessage(error, t('state.failedText')),
      })
    },
    onSettled: () => utils.admin.listDebts.invalidate(),
  })
  const writeOff = useSingleFlight(async (input: { memberId: string; points: number; reason: string }) => {
    await request.mutateAsync(input).catch(() => undefined)
  })
  return { writeOff, isPending: request.isPending }
}
