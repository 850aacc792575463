import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useT } from '../i18n/use-t.ts'
import { MessageState } from './message-state.tsx'

type Props = { onRetry: () => void; title?: string; text?: string }

/** Data that did not arrive, with a way to ask again. */
export function ErrorState({ onRetry, title, text }: Props) {
  const t = useT()
  return (
    <MessageState
      role="alert"
      icon={<IconCloudOff />}
      title={title ?? t('state.failedTitle')}
      text={text ?? t('state.failedText')}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('state.retry')}
        </Button>
      }
    />
  )
}
