import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

type Props = {
  /** `quiet` is over, and nobody's fault. */
  tone: 'wait' | 'good' | 'bad' | 'quiet'
  icon: ReactNode
  children: ReactNode
}

/** A state in a word, with an icon, because colour alone tells nothing to many. */
export function StatusBadge({ tone, icon, children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      {children}
    </span>
  )
}
