import type { Balance } from '@chuma/contract/wallet/wallet'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { HeroPanel } from '../../ui/page/hero-panel.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import classes from './balance-card.module.css'

/** What the member has, and the way to take it out. */
export function BalanceCard({ balance }: { balance: Balance }) {
  const t = useT()
  return (
    <HeroPanel className={classes.hero} aria-label={t('dashboard.available')}>
      <div>
        <p className={classes.label}>{t('dashboard.available')}</p>
        <PointsAmount points={balance.availablePoints} size="lg" />
      </div>
      <Link to="/withdraw" className={classes.withdraw}>
        {t('nav.withdraw')}
      </Link>
    </HeroPanel>
  )
}
