import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { CORRECTION_KINDS } from '@chuma/contract/payouts/corrections'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { useT } from '../../i18n/use-t.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { PauseDialog } from '../pauses/pause-dialog.tsx'
import type { PayoutDetails } from '../use-payout-details.ts'
import classes from '../withdrawal-row.module.css'
import { CorrectDialog } from './correct-dialog.tsx'
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
  returned: 'correct.returned',
  late: 'correct.late',
  duplicate: 'correct.duplicate',
} as const satisfies Record<WithdrawalAction, string>

/** What the specification names; the rest is in the menu. */
const NAMED: ReadonlySet<WithdrawalAction> = new Set(['approve', 'reject', 'pay'])

type Props = { withdrawal: AdminWithdrawal; details: PayoutDetails }
type Asked = WithdrawalAction | 'pause' | null

/** A row's decisions as buttons, the others in its menu, with their dialogs. */
export function WithdrawalActions({ withdrawal, details }: Props) {
  const t = useT()
  const [asked, setAsked] = useState<Asked>(null)
  const { decide, isPending } = useDecideWithdrawal()
  const mayDecide = useMay('withdrawals:decide')
  const mayPause = useMay('members:suspend')
  const { id, status, userId, userName, isPaused } = withdrawal
  const isOpen = status === 'pending' || status === 'approved'
  const actions = mayDecide ? listActions(withdrawal) : []
  // What became of the money after the end is rare, and belongs in the menu.
  const isShown = (action: WithdrawalAction) => isOpen && (action === actions[0] || NAMED.has(action))

  const start = (action: WithdrawalAction) => {
    if (action === 'approve') decide({ id, status: 'approved' })
    else setAsked(action)
  }
  const close = () => setAsked(null)
  const dialog = (action: WithdrawalAction) => ({ withdrawal, opened: asked === action, onClose: close })
  return (
    <div className={classes.actions}>
      {actions.filter(isShown).map((action) => (
        <Button
          key={action}
          variant="default"
          loading={action === 'approve' && isPending}
          {...(action === 'reject' && { c: 'var(--chuma-bad)' })}
          onClick={() => start(action)}
          data-stop={action === actions[0] ? 'likely' : action}
        >
          {t(LABELS[action])}
        </Button>
      ))}
      <RowMenu
        label={t('admin.actionsOf', { name: userName })}
        actions={[
          ...actions
            .filter((action) => !isShown(action))
            .map((action) => ({ label: t(LABELS[action]), onClick: () => start(action) })),
          ...(details.show ? [{ label: t('payoutDetails.show'), onClick: details.show }] : []),
          ...(mayPause && (isOpen || isPaused)
            ? [{ label: t(isPaused ? 'pausing.lift' : 'pausing.pause'), onClick: () => setAsked('pause') }]
            : []),
        ]}
      />
      <RetryDialog {...dialog('retry')} />
      <PayDialog {...dialog('pay')} details={details} />
      <RejectDialog {...dialog('reject')} />
      <UndoDialog {...dialog('undo')} />
      {CORRECTION_KINDS.map((kind) => (
        <CorrectDialog key={kind} kind={kind} {...dialog(kind)} />
      ))}
      <PauseDialog
        member={{ id: userId, name: userName, isPaused }}
        opened={asked === 'pause'}
        onClose={close}
      />
    </div>
  )
}
