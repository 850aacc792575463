import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './message-state.module.css'

type Props = {
  /** Shown on a circle, unless it is a `Drawing`. */
  icon: ReactNode
  title: string
  text: string
  /** What to do next: a button or a link. */
  action?: ReactNode
  role?: 'alert'
}

/** A short message instead of content. */
export function MessageState({ icon, title, text, action, role }: Props) {
  return (
    <div className={classes.state} role={role}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text c="dimmed" maw="26rem">
        {text}
      </Text>
      {action}
    </div>
  )
}
