import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { useWithdrawals } from './use-withdrawals.ts'
import classes from './withdrawal-banner.module.css'
import { knownStatus, WithdrawalStatusText } from './withdrawal-status.tsx'

/** The latest withdrawal's status. Renders nothing if there is none. */
export function WithdrawalBanner() {
  const t = useT()
  const withdrawals = useWithdrawals()
  const latest = withdrawals.data?.[0]
  if (!latest) return null
  return (
    <section
      className={classes.banner}
      data-status={knownStatus(latest.status)}
      aria-label={t('dashboard.latestWithdrawal')}
    >
      <WithdrawalStatusText withdrawal={latest} headingLevel="h2" />
      <div className={classes.side}>
        <Amount points={latest.pointsToWithdraw} kes={latest.amountKes} />
        <Link to="/withdraw" className={classes.link}>
          {t('dashboard.allWithdrawals')}
        </Link>
      </div>
    </section>
  )
}
