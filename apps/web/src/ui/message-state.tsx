import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Drawing } from './drawing.tsx'
import classes from './message-state.module.css'

type Props = {
  icon: ReactNode
  /** One of `src/art`, in the place of the icon. */
  art?: string | undefined
  title: string
  text: string
  /** What to do next: a button or a link. */
  action?: ReactNode
  role?: 'alert'
}

/** A few words in the place of content. */
export function MessageState({ icon, art, title, text, action, role }: Props) {
  return (
    <div className={classes.state} role={role}>
      {art ? (
        <Drawing src={art} />
      ) : (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
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
