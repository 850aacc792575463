import type { PayoutState, Withdrawal } from '@chuma/contract/wallet/wallet'
import { useT } from '../../i18n/use-t.ts'
import { NextStepText } from './next-step-text.tsx'
import { knownStatus, WithdrawalIcon } from './withdrawal-icon.tsx'
import classes from './withdrawal-status.module.css'

type Props = { withdrawal: Withdrawal; headingLevel: 'h2' | 'h3' }

/** A withdrawal's status, what it means and what happens next, in plain words. */
export function WithdrawalStatusText({ withdrawal, headingLevel: Heading }: Props) {
  const t = useT()
  const status = knownStatus(withdrawal.status)
  const { payoutState } = withdrawal
  const isTold = (status === 'approved' && payoutState !== 'cancelled') || payoutState === 'returned'
  const news = isTold ? payoutState : null
  return (
    <div className={classes.status}>
      <WithdrawalIcon status={status} size={28} />
      <div aria-live="polite">
        <Heading className={classes.title}>{t(`withdrawal.${status}`)}</Heading>
        {payoutState !== 'returned' && (
          <p className={classes.text}>
            {t(`withdrawal.text.${payoutState === 'cancelled' ? 'cancelled' : status}`)}
          </p>
        )}
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
