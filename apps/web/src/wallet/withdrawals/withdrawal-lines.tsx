import { formatKes } from '@chuma/contract/format-money'
import { findNextStep } from '@chuma/contract/payouts/next-step'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatShortDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { useNow } from '../../ui/figures/use-now.ts'
import { useWithdrawals } from './use-withdrawals.ts'
import { knownStatus, WithdrawalIcon } from './withdrawal-icon.tsx'
import classes from './withdrawal-lines.module.css'

/** One line for each withdrawal that is under way, and one for the latest if it is settled. */
export function WithdrawalLines() {
  const t = useT()
  const { data: withdrawals = [] } = useWithdrawals()
  const shown = withdrawals.filter(({ status }, index) => index === 0 || !isSettled(status))
  if (shown.length === 0) return null
  return (
    <ul className={classes.lines} aria-label={t('dashboard.withdrawals')}>
      {shown.map((withdrawal) => (
        <li key={withdrawal.id}>
          <WithdrawalLine withdrawal={withdrawal} />
        </li>
      ))}
    </ul>
  )
}

function isSettled(status: Withdrawal['status']): boolean {
  return status === 'paid' || status === 'rejected'
}

function WithdrawalLine({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const { pointsToWithdraw, amountKes, holds } = withdrawal
  const status = knownStatus(withdrawal.status)
  const terms = trpc.wallet.getTerms.useQuery().data
  const step = findNextStep(withdrawal, useNow(), terms?.extraHolidays)
  const isLate = step.kind !== 'nothing' && step.isOverdue
  return (
    <Link to="/withdraw" className={classes.line} data-status={status} data-late={isLate || undefined}>
      <WithdrawalIcon status={status} size={20} />
      <span className={classes.words}>
        {formatPoints(t, pointsToWithdraw)} · {formatKes(amountKes)}{' '}
        <span className={classes.state}>
          {t(`withdrawal.${status}`)} ·{' '}
          {step.kind === 'nothing'
            ? t(status === 'paid' ? 'withdrawal.text.paid' : 'withdrawalLine.rejected')
            : holds.length > 0 && !isLate
              ? t('withdrawalLine.held')
              : t(lineOf(step), { day: formatShortDay(step.by) })}
        </span>
      </span>
      <IconChevronRight aria-hidden className={classes.go} size={20} />
    </Link>
  )
}

function lineOf({ kind, isOverdue }: { kind: 'decision' | 'wait' | 'payment'; isOverdue: boolean }) {
  if (isOverdue) return 'withdrawalLine.late'
  return kind === 'decision' ? 'withdrawalLine.review' : 'withdrawalLine.approved'
}
