import { Button, Text, Title } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isServerFault, serverMessage } from '../../trpc.ts'
import classes from './message-state.module.css'

type Props = {
  onRetry: () => void
  /** Why it failed; empty if no call was made. */
  error?: unknown
  title?: string
  text?: string
}

/** Failed data, with a retry. */
export function ErrorState({ onRetry, error, title, text }: Props) {
  const t = useT()
  // Do not send members to check their connection for a fault of the server.
  const reason = isServerFault(error) ? t('state.oursText') : serverMessage(error, t('state.failedText'))
  return (
    <MessageState
      role="alert"
      icon={<IconCloudOff />}
      title={title ?? t('state.failedTitle')}
      text={text ?? reason}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('state.retry')}
        </Button>
      }
    />
  )
}

type MessageStateProps = {
  /** Shown on a circle, unless it is a `Drawing`. */
  icon: ReactNode
  title: string
  text: string
  /** What to do next: a button or a link. */
  action?: ReactNode
  role?: 'alert'
}

/** A short message instead of content. */
export function MessageState({ icon, title, text, action, role }: MessageStateProps) {
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
