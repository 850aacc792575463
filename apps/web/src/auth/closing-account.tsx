import { Button, Stack, Text } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { AuthFrame } from './auth-frame.tsx'

type Props = {
  /** The server's words, with the day. */
  message: string
  isPending: boolean
  onKeep: () => void
  onBack: () => void
}

/** For somebody who asked to be deleted and has just typed his password: he can still change his mind. */
export function ClosingAccount({ message, isPending, onKeep, onBack }: Props) {
  const t = useT()
  return (
    <AuthFrame key="closing" title={t('login.closingTitle')}>
      <Stack>
        <Text fw={600}>{message}</Text>
        <Text c="dimmed">{t('login.closingText')}</Text>
        <Button fullWidth disabled={isPending} onClick={onKeep}>
          {t(isPending ? 'login.keeping' : 'login.keep')}
        </Button>
        <Button variant="default" fullWidth onClick={onBack}>
          {t('login.back')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}
