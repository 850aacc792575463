import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { IconUserCheck } from '@tabler/icons-react'
import { actorName } from '../../admin/actor-name.ts'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import classes from './risk-reasons.module.css'

/** Names the first approver while a second approval is needed. */
export function SecondApprovalBadge({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const { status, firstApprovedBy } = withdrawal
  if (status !== 'pending' || firstApprovedBy === null) return null
  const name = actorName(t, firstApprovedBy)
  return (
    <div className={classes.line}>
      <StatusBadge tone="wait" icon={<IconUserCheck size={16} />}>
        {t('risk.firstApproval', { name })}
      </StatusBadge>
    </div>
  )
}
