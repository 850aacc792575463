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
  return (
    <div className={classes.status} data-status={status}>
      <Icon className={classes.icon} aria-hidden />
      <div aria-live="polite">
        <Heading className={classes.title}>{t(`withdrawal.status.${status}`)}</Heading>
        {withdrawal.payoutState !== 'returned' && (
          <p className={classes.text}>{t(`withdrawal.text.${status}`)}</p>
        )}
        {(status === 'approved' || withdrawal.payoutState === 'returned') && withdrawal.payoutState && (
          <p className={classes.text}>{t(payoutNews(withdrawal, withdrawal.payoutState))}</p>
        )}
        <NextStepText withdrawal={withdrawal} />
      </div>
    </div>
  )
}

/** The reason for the wait, if known, is more useful than the wait itself. */
function payoutNews({ waitReason, holds }: Withdrawal, state: PayoutState) {
  if (state === 'manual' && holds.length > 0) return 'waitReason.held'
  return state === 'queued' && waitReason
    ? (`waitReason.${waitReason}` as const)
    : (`payoutNews.${state}` as const)
}

/** A status that this page does not know, from a newer server, shows as pending (SPEC §2). */
function knownStatus(status: WithdrawalStatus): WithdrawalStatus {
  return Object.hasOwn(ICONS, status) ? status : 'pending'
}
