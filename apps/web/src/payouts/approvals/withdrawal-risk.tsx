import { listOtherReasons } from '@chuma/contract/payouts/next-step'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import { IconFlag, IconHourglassHigh, IconPlayerPause, IconUserCheck } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { WithdrawalBadge } from '../../wallet/withdrawals/withdrawal-badge.tsx'
import classes from '../withdrawal-row.module.css'

/** A withdrawal's status, and why a pending one needs care. */
export function WithdrawalRisk({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const { status, isInReview, isPaused, riskScore, firstApprovedBy, holds } = withdrawal
  const isPending = status === 'pending'
  const reasons = listOtherReasons(withdrawal)
    .map((reason) => t(`reviewReason.${reason}`))
    .join(' · ')
  return (
    <>
      <WithdrawalBadge status={status} />
      {isPaused && (
        <StatusBadge tone="wait" icon={<IconPlayerPause size={16} />}>
          {t('risk.paused')}
        </StatusBadge>
      )}
      {holds.length > 0 && (
        <StatusBadge tone="wait" icon={<IconHourglassHigh size={16} />}>
          {t('staffHold.badge')}
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
      {isPending && !isInReview && !isPaused && !firstApprovedBy && holds.length === 0 && (
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
