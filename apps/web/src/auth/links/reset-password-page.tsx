import { Button, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { LoadingScreen } from '../../ui/page/status-screens.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { useCurrentUser } from '../sessions/use-current-user.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'

/**
 * The destination of a reset link. The server decides whether the session may set a password; other visitors see how to
 * get a link.
 */
export function ResetPasswordPage() {
  const current = useCurrentUser()
  const mayReset = useLocation({ select: ({ state }) => state.mayResetPassword === true })
  const [refusal, setRefusal] = useState<string | null>(null)
  if (!mayReset || refusal !== null || current.status === 'anonymous') return <AskForLink refusal={refusal} />

  switch (current.status) {
    case 'loading':
      return <LoadingScreen />
    case 'unreachable':
      return <ErrorState error={current.error} onRetry={current.retry} />
    case 'member':
      return <ResetPasswordForm user={current.user} onTooLate={setRefusal} />
  }
}

/** For visitors without a link, or with an expired one. */
function AskForLink({ refusal }: { refusal: string | null }) {
  const t = useT()
  return (
    <AuthFrame
      title={t('reset.title')}
      otherwise={{ question: t('forgot.remembered'), label: t('login.back'), to: '/login' }}
    >
      <Stack>
        {refusal && (
          <Text role="alert" fw={600}>
            {refusal}
          </Text>
        )}
        <Text>{t('reset.closedText')}</Text>
        <Button fullWidth renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
          {t('reset.ask')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}
