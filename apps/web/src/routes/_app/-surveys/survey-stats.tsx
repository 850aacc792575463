import { formatKes } from '@chuma/contract/format-money'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { surveyFigures } from '../../../content/survey-figures.ts'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { HeroPanel } from '../../../ui/hero-panel.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PointsAmount } from '../../../wallet/points-amount.tsx'
import classes from './survey-stats.module.css'

/** What the member has earned, and what surveys are like here. */
export function SurveyStats({ count }: { count: number | undefined }) {
  const t = useT()
  const balance = trpc.wallet.getBalance.useQuery()
  const { averageRewardKes, averageMinutes, rating } = surveyFigures
  return (
    <div className={classes.stats}>
      <HeroPanel className={classes.total}>
        <span className={classes.label}>{t('surveys.totalEarnings')}</span>
        {balance.data ? (
          <PointsAmount points={balance.data.totalEarnings} size="lg" />
        ) : (
          <Placeholder isEmpty={balance.isError || balance.isPaused} height={58} />
        )}
      </HeroPanel>
      <Panel className={classes.figures} aria-label={t('surveys.stats')}>
        <Figure label={t('surveys.count')}>
          {count ?? <Skeleton component="span" display="inline-block" width="2em" height="1em" />}
        </Figure>
        <Figure label={t('surveys.averageReward')}>{formatKes(averageRewardKes)}</Figure>
        <Figure label={t('surveys.averageTime')}>{t('surveys.minutes', { minutes: averageMinutes })}</Figure>
        <Figure label={t('surveys.rating')}>{rating}</Figure>
      </Panel>
    </div>
  )
}

/** The list below says that something failed; one message is enough. */
function Placeholder({ isEmpty, height }: { isEmpty: boolean; height: number }) {
  return isEmpty ? <span aria-hidden>–</span> : <Skeleton height={height} width="9rem" opacity={0.4} />
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{children}</span>
    </div>
  )
}
