import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './countdown.module.css'

/** The ring's circumference is 100, so that its dashes are percentages. */
const WHOLE = 100

type Props = { secondsLeft: number; totalSeconds: number }

/** A ring that fills as time passes, with the seconds inside. Announced only at start and end. */
export function Countdown({ secondsLeft, totalSeconds }: Props) {
  const t = useT()
  const [first] = useState(secondsLeft)
  const isOver = secondsLeft === 0
  const share = totalSeconds > 0 ? Math.min(1, Math.max(0, 1 - secondsLeft / totalSeconds)) : 1
  return (
    <>
      <div className={classes.countdown} data-over={isOver || undefined}>
        <svg viewBox="0 0 100 100" className={classes.ring} aria-hidden="true">
          <circle cx="50" cy="50" r="44" className={classes.track} />
          <circle
            cx="50"
            cy="50"
            r="44"
            pathLength={WHOLE}
            strokeDasharray={WHOLE}
            strokeDashoffset={WHOLE * (1 - share)}
            className={classes.passed}
          />
        </svg>
        {isOver ? (
          <IconCheck className={classes.check} aria-hidden />
        ) : (
          <span className={classes.seconds} role="timer" aria-label={t('countdown.label')}>
            {secondsLeft}
          </span>
        )}
      </div>
      <VisuallyHidden role="status">
        {isOver ? t('countdown.over') : t('countdown.started', { seconds: first })}
      </VisuallyHidden>
    </>
  )
}
