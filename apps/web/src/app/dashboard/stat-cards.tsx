import type { Balance } from '@chuma/contract/wallet/wallet'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { HeroPanel } from '../../ui/page/hero-panel.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { DailyProgressCard } from './daily-progress-card.tsx'
import { StatCard } from './stat-card.tsx'
import classes from './stat-cards.module.css'

type Props = { balance: Balance; isPremium: boolean }

export function StatCards({ balance, isPremium }: Props) {
  const t = useT()
  return (
    <section className={classes.cards} aria-label={t('dashboard.stats')}>
      <HeroPanel className={classes.hero} aria-label={t('dashboard.available')}>
        <div>
          <p className={classes.label}>{t('dashboard.available')}</p>
          <PointsAmount points={balance.availablePoints} size="lg" />
        </div>
        <Link to="/withdraw" className={classes.link}>
          {t('dashboard.withdraw')}
        </Link>
      </HeroPanel>
      <StatCard
        label={t('dashboard.totalEarnings')}
        note={
          <>
            {t('dashboard.thisMonth')} <PointsAmount points={balance.thisMonthEarnings} size="sm" />
          </>
        }
      >
        <PointsAmount points={balance.totalEarnings} />
      </StatCard>
      <StatCard label={t('dashboard.surveysCompleted')}>
        {t('dashboard.count', { count: balance.surveysCompleted })}
      </StatCard>
      <DailyProgressCard isPremium={isPremium} />
    </section>
  )
}
