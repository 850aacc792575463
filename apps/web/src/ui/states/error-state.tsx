import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { isServerFault, serverMessage } from '../../trpc.ts'
import { MessageState } from './message-state.tsx'

type Props = {
  onRetry: () => void
  /** Why it failed; nothing where nobody was asked. */
  error?: unknown
  title?: string
  text?: string
}

/** Data that did not arrive, with a way to ask again. */
export function ErrorState({ onRetry, error, title, text }: Props) {
  const t = useT()
  // Whoever looks at his connection for a fault of ours looks in vain.
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
