import type { Balance } from '@chuma/contract/wallet'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { HeroPanel } from '../../../ui/hero-panel.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PointsAmount } from '../../../wallet/points-amount.tsx'
import classes from './stat-cards.module.css'

export function StatCards({ balance }: { balance: Balance }) {
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
      <StatCard label={t('dashboard.totalEarnings')}>
        <PointsAmount points={balance.totalEarnings} />
      </StatCard>
      <StatCard label={t('dashboard.thisMonth')}>
        <PointsAmount points={balance.thisMonthEarnings} />
      </StatCard>
      <StatCard label={t('dashboard.surveysCompleted')}>
        {t('dashboard.count', { count: balance.surveysCompleted })}
      </StatCard>
    </section>
  )
}

export function StatCardsSkeleton() {
  const t = useT()
  return (
    <div className={classes.cards} role="status" aria-label={t('state.loading')}>
      {['available', 'total', 'month', 'surveys'].map((card) => (
        <Skeleton key={card} height={112} radius="lg" aria-hidden />
      ))}
    </div>
  )
}

function StatCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Panel className={classes.card} aria-label={label}>
      <p className={classes.label}>{label}</p>
      <p className={classes.value}>{children}</p>
    </Panel>
  )
}
