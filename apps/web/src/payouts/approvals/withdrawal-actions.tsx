import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { useT } from '../../i18n/use-t.ts'
import classes from '../withdrawal-row.module.css'
import { isInDoubt } from './is-in-doubt.ts'
import { listActions, type WithdrawalAction } from './list-actions.ts'
import { PayDialog } from './pay-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { RetryDialog } from './retry-dialog.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { useDecideWithdrawal } from './use-decide-withdrawal.ts'

const LABELS = {
  approve: 'admin.approve',
  retry: 'admin.retry',
  pay: 'admin.markPaid',
  reject: 'admin.reject',
  undo: 'undo.action',
} as const satisfies Record<WithdrawalAction, string>

/** A row's buttons, most likely first, with their dialogs. */
export function WithdrawalActions({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const [asked, setAsked] = useState<WithdrawalAction | null>(null)
  const { decide, isPending } = useDecideWithdrawal()
  const mayDecide = useMay('withdrawals:decide')
  const actions = mayDecide ? listActions(withdrawal) : []
  // If staff have to check first, no action is the default.
  const likely = isInDoubt(withdrawal) || actions[0] === 'undo' ? undefined : actions[0]
  if (actions.length === 0) return null

  const start = (action: WithdrawalAction) => {
    if (action === 'approve') decide({ id: withdrawal.id, status: 'approved' })
    else setAsked(action)
  }
  const dialog = (action: WithdrawalAction) => ({
    withdrawal,
    opened: asked === action,
    onClose: () => setAsked(null),
  })
  return (
    <div className={classes.actions}>
      {actions.map((action) => (
        <Button
          key={action}
          {...(action !== likely && { variant: 'default' })}
          loading={action === 'approve' && isPending}
          onClick={() => start(action)}
        >
          {t(LABELS[action])}
        </Button>
      ))}
      <RetryDialog {...dialog('retry')} />
      <PayDialog {...dialog('pay')} />
      <RejectDialog {...dialog('reject')} />
      <UndoDialog {...dialog('undo')} />
    </div>
  )
}
