import type { ReactNode } from 'react'
import classes from './foot-bar.module.css'

type Props = {
  /** Null while there is nothing to say; the bar itself stays mounted, so that screen readers announce its text. */
  text: string | null
  action?: ReactNode
}

/** One line at the bottom of every members' page. */
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
