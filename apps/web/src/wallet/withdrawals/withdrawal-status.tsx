import type { PayoutState, WaitReason, Withdrawal, WithdrawalStatus } from '@chuma/contract/wallet/wallet'
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

/** Where a withdrawal stands, what that means and what happens next, in plain words. */
export function WithdrawalStatusText({ withdrawal, headingLevel: Heading }: Props) {
  const t = useT()
  const status = knownStatus(withdrawal.status)
  const Icon = ICONS[status]
  return (
    <div className={classes.status} data-status={status}>
      <Icon className={classes.icon} aria-hidden />
      <div aria-live="polite">
        <Heading className={classes.title}>{t(`withdrawal.status.${status}`)}</Heading>
        <p className={classes.text}>{t(`withdrawal.text.${status}`)}</p>
        {status === 'approved' && withdrawal.payoutState && (
          <p className={classes.text}>{t(payoutNews(withdrawal.payoutState, withdrawal.waitReason))}</p>
        )}
        <NextStepText withdrawal={withdrawal} />
      </div>
    </div>
  )
}

/** Why it waits, where that is known, says more than that it does. */
function payoutNews(state: PayoutState, waitReason: WaitReason | null) {
  return state === 'queued' && waitReason
    ? (`waitReason.${waitReason}` as const)
    : (`payoutNews.${state}` as const)
}

/** A status of a newer server than this page is shown as pending (SPEC §2). */
export function knownStatus(status: WithdrawalStatus): WithdrawalStatus {
  return Object.hasOwn(ICONS, status) ? status : 'pending'
}
