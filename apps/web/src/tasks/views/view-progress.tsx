import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from '../task-card.module.css'
import countdownClasses from './countdown.module.css'

type Props = { secondsLeft: number; waitSeconds: number; waiting: string; ready: string }

/** The progress of the wait, and what to do during and after it. */
export function ViewProgress({ secondsLeft, waitSeconds, waiting, ready }: Props) {
  return (
    <div className={classes.progress}>
      <Countdown secondsLeft={secondsLeft} totalSeconds={waitSeconds} />
      <p>{secondsLeft === 0 ? ready : waiting}</p>
    </div>
  )
}

/** The ring's circumference is 100, so that its dashes are percentages. */
const WHOLE = 100

type CountdownProps = { secondsLeft: number; totalSeconds: number }

/** A ring that fills as time passes, with the seconds inside. Announced only at start and end. */
function Countdown({ secondsLeft, totalSeconds }: CountdownProps) {
  const t = useT()
  const [first] = useState(secondsLeft)
  const isOver = secondsLeft === 0
  const share = totalSeconds > 0 ? Math.min(1, Math.max(0, 1 - secondsLeft / totalSeconds)) : 1
  return (
    <>
      <div className={countdownClasses.countdown} data-over={isOver || undefined}>
        <svg viewBox="0 0 100 100" className={countdownClasses.ring} aria-hidden="true">
          <circle cx="50" cy="50" r="44" className={countdownClasses.track} />
          <circle
            cx="50"
            cy="50"
            r="44"
            pathLength={WHOLE}
            strokeDasharray={WHOLE}
            strokeDashoffset={WHOLE * (1 - share)}
            className={countdownClasses.passed}
          />
        </svg>
        {isOver ? (
          <IconCheck className={countdownClasses.check} aria-hidden />
        ) : (
          <span className={countdownClasses.seconds} role="timer" aria-label={t('countdown.label')}>
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
