import { formatKes } from '@chuma/contract/format-money'
import { Skeleton, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { brandName } from '../../site/brand.ts'
import { trpc } from '../../trpc.ts'
import { HeroPanel } from '../../ui/page/hero-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import classes from './survey-stats.module.css'

/** The member's earnings, and how many surveys there are. */
export function SurveyStats() {
  const t = useT()
  const balance = trpc.wallet.getBalance.useQuery()
  const surveys = trpc.surveys.listSurveys.useQuery()
  return (
    <HeroPanel className={classes.stats} aria-label={t('surveys.stats')}>
      <div className={classes.figure}>
        <span className={classes.label}>{t('surveys.totalEarnings')}</span>
        <Arriving isError={balance.isError} like={<PointsAmount points={0} />}>
          {balance.data && <PointsAmount points={balance.data.totalEarnings} />}
        </Arriving>
      </div>
      <Figure label={t('surveys.count')}>
        <Arriving isError={surveys.isError} like="00">
          {surveys.data?.length}
        </Arriving>
      </Figure>
    </HeroPanel>
  )
}

/** Fixed figures (SPEC §2), below the list: they describe no survey in it. */
export function TypicalFigures() {
  const t = useT()
  const { averageRewardKes, averageMinutes, rating } = surveyFigures
  return (
    <Panel tone="quiet" className={classes.typical} aria-labelledby="typical">
      <Title order={2} size="h3" id="typical">
        {t('surveys.typical', { brand: brandName })}
      </Title>
      <div className={classes.figures}>
        <Figure label={t('surveys.averageReward')}>{formatKes(averageRewardKes)}</Figure>
        <Figure label={t('surveys.averageTime')}>{t('surveys.minutes', { minutes: averageMinutes })}</Figure>
        <Figure label={t('surveys.rating')}>{rating}</Figure>
      </div>
    </Panel>
  )
}

type ArrivingProps = {
  isError: boolean
  /** Reserves the space of the values. */
  like: ReactNode
  children: ReactNode
}

/** The list below reports a failure and offers a retry; a dash is enough here. */
function Arriving({ isError, like, children }: ArrivingProps) {
  if (children !== undefined) return children
  if (isError) return '–'
  return (
    <Skeleton component="span" display="flex" w="fit-content" opacity={0.5} aria-hidden>
      {like}
    </Skeleton>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{children}</span>
    </div>
  )
}
/** Figures that SPEC §2 prescribes for the survey list. They are for display only. */
const surveyFigures = { averageRewardKes: 450, averageMinutes: 15, rating: 4.8 } as const
