import type { ReactNode } from 'react'
import classes from './foot-bar.module.css'

type Props = {
  /** Null while there is nothing to say; the bar itself stays, so that a screen reader hears what comes into it. */
  text: string | null
  action?: ReactNode
}

/** One quiet line at the foot of every page of a member. */
export function FootBar({ text, action }: Props) {
  return (
    <div className={classes.bar} role="status">
      {text !== null && (
        <div className={classes.sheet}>
          <p className={classes.text}>{text}</p>
          {action}
        </div>
      )}
    </div>
  )
}
