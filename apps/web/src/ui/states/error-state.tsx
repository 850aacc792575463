import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { isServerFault, serverMessage } from '../../trpc.ts'
import { MessageState } from './message-state.tsx'

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
