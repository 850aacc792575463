import type { PayoutState, Withdrawal, WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { IconCircleCheckFilled, IconCircleXFilled, IconClockHour4 } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { NextStepText } from './next-step-text.tsx'
import classes from './withdrawal-status.module.css'

const ICONS = {
  pending: IconClockHour4,
  approved: IconCircleCheckFilled,
  paid: IconCircleCheckFilled,
  rejected: IconCircleXFilled,
} as const satisfies Record<WithdrawalStatus, unknown>

type Props = { withdrawal: Withdrawal; headingLevel: 'h2' | 'h3' }

/** A withdrawal's status, what it means and what happens next, in plain words. */
export function WithdrawalStatusText({ withdrawal, headingLevel: Heading }: Props) {
  const t = useT()
  const status = knownStatus(withdrawal.status)
  const Icon = ICONS[status]
  const { payoutState } = withdrawal
  const isTold = (status === 'approved' && payoutState !== 'cancelled') || payoutState === 'returned'
  const news = isTold ? payoutState : null
  return (
    <div className={classes.status} data-status={status}>
      <Icon className={classes.icon} aria-hidden />
      <div aria-live="polite">
        <Heading className={classes.title}>
          {t(`withdrawal.status.${payoutState === 'cancelled' ? 'cancelled' : status}`)}
        </Heading>
        {payoutState !== 'returned' && <p className={classes.text}>{t(`withdrawal.text.${status}`)}</p>}
        {news && <p className={classes.text}>{t(payoutNews(withdrawal, news))}</p>}
        <NextStepText withdrawal={withdrawal} />
      </div>
    </div>
  )
}

/** The reason for the wait, if known, is more useful than the wait itself. */
function payoutNews({ waitReason, holds }: Withdrawal, state: Exclude<PayoutState, 'cancelled'>) {
  if (state === 'manual' && holds.length > 0) return 'waitReason.held'
  return state === 'queued' && waitReason
    ? (`waitReason.${waitReason}` as const)
    : (`payoutNews.${state}` as const)
}

/** A status that this page does not know, from a newer server, shows as pending (SPEC §2). */
function knownStatus(status: WithdrawalStatus): WithdrawalStatus {
  return Object.hasOwn(ICONS, status) ? status : 'pending'
}
