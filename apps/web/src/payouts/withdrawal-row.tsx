import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { Checkbox, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { Amount } from '../ui/figures/amount.tsx'
import { TimeAgo } from '../ui/figures/time-ago.tsx'
import { payoutDestination } from '../wallet/destinations/payout-destination.ts'
import { WithdrawalBadge } from '../wallet/withdrawals/withdrawal-badge.tsx'
import { isInDoubt } from './approvals/is-in-doubt.ts'
import { RiskReasons } from './approvals/risk-reasons.tsx'
import { SecondApprovalBadge } from './approvals/second-approval-badge.tsx'
import { WithdrawalActions } from './approvals/withdrawal-actions.tsx'
import { PayoutPauseControl } from './pauses/payout-pause-control.tsx'
import type { Selection } from './selection.ts'
import classes from './withdrawal-row.module.css'

type Props = { withdrawal: AdminWithdrawal; selection?: Selection }

export function WithdrawalRow({ withdrawal, selection }: Props) {
  const t = useT()
  const { status, payoutState, waitReason, payoutNote, adminComment, receipt } = withdrawal
  return (
    <li className={classes.row} data-in-doubt={isInDoubt(withdrawal) || undefined}>
      <div className={classes.who}>
        {selection ? (
          <Checkbox
            label={withdrawal.userName}
            radius="xs"
            aria-label={t('bulk.select', { name: withdrawal.userName })}
            classNames={{ body: classes.pick ?? '', label: classes.pickName ?? '' }}
            checked={selection.isSelected(withdrawal.id)}
            onChange={() => selection.toggle(withdrawal.id)}
          />
        ) : (
          <Text fw={600}>{withdrawal.userName}</Text>
        )}
        <Link
          to="/admin/members/$memberId"
          params={{ memberId: withdrawal.userId }}
          className={classes.member}
        >
          {withdrawal.userEmail}
        </Link>
      </div>
      <div className={classes.what}>
        <Amount points={withdrawal.pointsToWithdraw} kes={withdrawal.amountKes} />
        <Text size="sm" c="dimmed">
          {describeTarget(withdrawal, t(`method.${withdrawal.withdrawalMethod}`))}
        </Text>
      </div>
      <div className={classes.state}>
        <WithdrawalBadge status={status} />
        <Text size="sm" c="dimmed">
          <TimeAgo date={withdrawal.requestedAt} />
        </Text>
      </div>
      <WithdrawalActions withdrawal={withdrawal} />
      <SecondApprovalBadge withdrawal={withdrawal} />
      <RiskReasons withdrawal={withdrawal} />
      {status === 'approved' && payoutState && (
        <Text size="sm" className={classes.payout} data-urgent={payoutState === 'needs_review' || undefined}>
          {t(`payout.${payoutState}`)}
          {waitReason && <span className={classes.report}>{t(`waitReason.${waitReason}`)}</span>}
          {payoutNote && (
            <span className={classes.report}>{t('admin.payoutNote', { text: payoutNote })}</span>
          )}
        </Text>
      )}
      <PayoutPauseControl withdrawal={withdrawal} />
      {(adminComment || receipt) && (
        <Text size="sm" c="dimmed" className={classes.note}>
          {[
            receipt && t('admin.receipt', { receipt }),
            adminComment && t('admin.comment', { text: adminComment }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
    </li>
  )
}

function describeTarget(withdrawal: AdminWithdrawal, method: string): string {
  const target = payoutDestination(withdrawal)
  return withdrawal.withdrawalMethod === 'mpesa' ? `${method} ${target}` : target
}
