import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { AuthFrame } from './auth-frame.tsx'

type Props = {
  /** The server's message, with the reason. */
  message: string
  onBack: () => void
}

/** Shown after a correct password. */
export function SuspendedAccount({ message, onBack }: Props) {
  const t = useT()
  return (
    <AuthFrame key="suspended" title={t('login.suspendedTitle')}>
      <Stack>
        <Text fw={600}>{message}</Text>
        <Text c="dimmed">{t('login.suspendedText')}</Text>
        <Button fullWidth renderRoot={(props) => <Link to="/contact" {...props} />}>
          {t('contact.title')}
        </Button>
        <Button variant="default" fullWidth onClick={onBack}>
          {t('login.back')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}
