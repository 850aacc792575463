import { Title } from '@mantine/core'
import { IconConfetti, IconLeaf } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import classes from './spin-wheel.module.css'

type Props = {
  pointsWon: number
  opensAgainAt: string
  /** The wheel has just stopped: this replaces the focused button. */
  isFresh: boolean
}

/** What today's spin won, and when the next one is. */
export function SpinOutcome({ pointsWon, opensAgainAt, isFresh }: Props) {
  const t = useT()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFresh) title.current?.focus({ preventScroll: true })
  }, [isFresh])
  const Icon = pointsWon > 0 ? IconConfetti : IconLeaf
  return (
    <div className={classes.words}>
      <Icon className={classes.icon} aria-hidden />
      <Title order={3} ref={title} tabIndex={-1} className={classes.title ?? ''}>
        {t('wheel.spunTitle')}
      </Title>
      {pointsWon > 0 ? (
        <p className={classes.won}>
          {t('wheel.won')} <PointsAmount points={pointsWon} size="lg" signed />
        </p>
      ) : (
        <p>{t('wheel.nothing')}</p>
      )}
      <p className={classes.quiet}>{t('wheel.opensAgain', { time: formatDateTime(opensAgainAt) })}</p>
    </div>
  )
}
