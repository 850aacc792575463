import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { useRefreshWallet } from '../use-refresh-wallet.ts'
import classes from './withdrawal-item.module.css'

/** Takes a request back that nobody has decided yet. */
export function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const [isAsking, setIsAsking] = useState(false)
  const { cancel, isPending } = useCancelWithdrawal(withdrawal, () => setIsAsking(false))
  if (withdrawal.status !== 'pending') return null
  return (
    <div className={classes.cancel}>
      <Button variant="default" size="sm" onClick={() => setIsAsking(true)}>
        {t('cancelWithdrawal.action')}
      </Button>
      <ConfirmDialog
        title={t('cancelWithdrawal.title')}
        text={t('cancelWithdrawal.text', { points: withdrawal.pointsToWithdraw })}
        action={t('cancelWithdrawal.action')}
        dismissal={t('cancelWithdrawal.keep')}
        opened={isAsking}
        isPending={isPending}
        onConfirm={cancel}
        onClose={() => setIsAsking(false)}
      />
    </div>
  )
}

function useCancelWithdrawal({ id }: Withdrawal, onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const refreshWallet = useRefreshWallet()
  const cancellation = trpc.wallet.cancelWithdrawal.useMutation({
    onSuccess: () => showToast({ kind: 'success', title: t('cancelWithdrawal.done') }),
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t('cancelWithdrawal.failed'),
        message: serverMessage(error, t('state.failedText')),
      }),
    // Also after a refusal: staff decided first, so the list is out of date.
    onSettled: () => {
      onDone()
      refreshWallet()
      return utils.wallet.listWithdrawals.invalidate()
    },
  })
  const cancel = useSingleFlight(async () => {
    await cancellation.mutateAsync({ id }).catch(() => undefined)
  })
  return { cancel, isPending: cancellation.isPending }
}
