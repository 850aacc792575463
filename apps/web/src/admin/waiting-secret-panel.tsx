import { Box } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { ShownOnce } from '../ui/dialogs/shown-once.tsx'
import { setWaitingSecret, useWaitingSecret } from './waiting-secret.ts'

/** What a change that waits for a second person will make valid: shown once, above the page. */
export function WaitingSecretPanel() {
  const t = useT()
  const waiting = useWaitingSecret()
  if (!waiting) return null
  const { text, secret } = waiting
  return (
    <Box component="section" aria-label={t('approval.sent')} mb="lg">
      <ShownOnce
        key={secret}
        title={t('approval.sent')}
        text={`${text} ${t('approval.secret')}`}
        secret={secret}
        onDone={() => setWaitingSecret(null)}
      />
    </Box>
  )
}
