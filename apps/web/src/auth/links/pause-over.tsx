import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'

/** Says aloud, once, that the wait is over. Its seconds are only shown: heard one by one they would drown everything. */
export function PauseOver({ secondsLeft }: { secondsLeft: number }) {
  const t = useT()
  const [hasWaited, setHasWaited] = useState(false)
  if (secondsLeft > 0 && !hasWaited) setHasWaited(true)
  return (
    <VisuallyHidden role="status">{hasWaited && secondsLeft === 0 && t('linkSent.ready')}</VisuallyHidden>
  )
}
