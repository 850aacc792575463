import type { Balance } from '@chuma/contract/wallet/wallet'
import { useT } from '../../i18n/use-t.ts'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { DailyProgressCard } from './daily-progress-card.tsx'
import { StatCard } from './stat-card.tsx'
import classes from './stat-cards.module.css'

type Props = {
  /** Undefined if it could not be loaded: the panel above says so and offers a retry, and a dash is enough here. */
  balance: Balance | undefined
  isPremium: boolean
}

/** What was earned so far. The first of the four numbers, the available points, leads the page. */
export function StatCards({ balance, isPremium }: Props) {
  const t = useT()
  return (
    <section className={classes.cards} aria-label={t('dashboard.stats')}>
      <StatCard
        label={t('dashboard.totalEarnings')}
        note={
          balance && (
            <>
              {t('dashboard.thisMonth')} <PointsAmount points={balance.thisMonthEarnings} size="sm" />
            </>
          )
        }
      >
        {balance ? <PointsAmount points={balance.totalEarnings} /> : '–'}
      </StatCard>
      <StatCard label={t('dashboard.surveysCompleted')}>
        {balance ? t('dashboard.count', { count: balance.surveysCompleted }) : '–'}
      </StatCard>
      <DailyProgressCard isPremium={isPremium} />
    </section>
  )
}
