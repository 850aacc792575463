import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { IconFlag, IconPlayerPause, IconUserCheck } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { WithdrawalBadge } from '../../wallet/withdrawals/withdrawal-badge.tsx'
import classes from '../withdrawal-row.module.css'

/** Why a pending withdrawal needs care; the status of a decided one. */
export function WithdrawalRisk({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const { status, isInReview, isPaused, riskScore, reviewReasons, firstApprovedBy } = withdrawal
  const isPending = status === 'pending'
  const reasons = reviewReasons.map((reason) => t(`reviewReason.${reason}`)).join(' · ')
  return (
    <>
      {!isPending && <WithdrawalBadge status={status} />}
      {isPaused && (
        <StatusBadge tone="wait" icon={<IconPlayerPause size={16} />}>
          {t('risk.paused')}
        </StatusBadge>
      )}
      {isPending && firstApprovedBy && (
        <StatusBadge tone="wait" icon={<IconUserCheck size={16} />}>
          {t('risk.oneOfTwo')}
        </StatusBadge>
      )}
      {isPending && isInReview && (
        <StatusBadge tone="bad" icon={<IconFlag size={16} />}>
          {t('risk.inReview', { score: riskScore })}
        </StatusBadge>
      )}
      {isPending && !isInReview && !isPaused && !firstApprovedBy && (
        <span>{riskScore === 0 ? t('risk.low') : t('risk.lowScore', { score: riskScore })}</span>
      )}
      {!(isPending && isInReview) && reasons !== '' && (
        <span className={classes.second} title={reasons}>
          {reasons}
        </span>
      )}
    </>
  )
}
