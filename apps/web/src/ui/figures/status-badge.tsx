import type { ComponentType, ReactNode } from 'react'
import classes from './status-badge.module.css'

type Props = {
  /** `quiet`: over, without anyone's fault. */
  tone: 'wait' | 'good' | 'bad' | 'quiet'
  Icon: ComponentType<{ size: number }>
  iconProps?: object
  children: ReactNode
}

/** A state in a word with an icon, because colour alone is not accessible. */
export function StatusBadge({ tone, Icon, iconProps, children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.icon} aria-hidden>
        <Icon size={16} {...iconProps} />
      </span>
      {children}
    </span>
  )
}
