import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'

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
