import { Anchor, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'

/** In demo mode mails stay on this machine: says where to read them. */
export function DemoMailbox() {
  const t = useT()
  const isDemo = Boolean(trpc.admin.getDemoLogin.useQuery().data)
  if (!isDemo) return null
  return (
    <Text size="sm" c="dimmed">
      {t('verify.demo')}{' '}
      <Anchor href="/dev/mailbox" target="_blank" rel="noopener">
        {t('verify.mailbox')}
      </Anchor>
    </Text>
  )
}

/**
 * Announces once that the wait is over. The countdown is only visible: announced every second it would drown out
 * everything else.
 */
export function PauseOver({ secondsLeft }: { secondsLeft: number }) {
  const t = useT()
  const [hasWaited, setHasWaited] = useState(false)
  if (secondsLeft > 0 && !hasWaited) setHasWaited(true)
  return (
    <VisuallyHidden role="status">{hasWaited && secondsLeft === 0 && t('linkSent.ready')}</VisuallyHidden>
  )
}
