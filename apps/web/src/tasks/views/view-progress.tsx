import classes from '../task-card.module.css'
import { Countdown } from './countdown.tsx'

type Props = { secondsLeft: number; waitSeconds: number; waiting: string; ready: string }

/** How far the wait is, and what to do meanwhile and after it. */
export function ViewProgress({ secondsLeft, waitSeconds, waiting, ready }: Props) {
  return (
    <div className={classes.progress}>
      <Countdown secondsLeft={secondsLeft} totalSeconds={waitSeconds} />
      <p>{secondsLeft === 0 ? ready : waiting}</p>
    </div>
  )
}
