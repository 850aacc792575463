import classes from '../task-card.module.css'
import { Countdown } from './countdown.tsx'

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
