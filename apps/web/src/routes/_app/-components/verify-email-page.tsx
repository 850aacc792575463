import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLeaveWhenSignedIn } from '../../../auth/use-leave-when-signed-in.ts'
import { useResendVerification } from '../../../auth/use-resend-verification.ts'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { AuthFrame } from './auth-frame.tsx'

type Props = { knownEmail: string | undefined }

export function VerifyEmailPage({ knownEmail }: Props) {
  const t = useT()
  const [typedEmail, setTypedEmail] = useState('')
  const resend = useResendVerification()
  const isDemo = Boolean(trpc.admin.getDemoLogin.useQuery().data)
  useLeaveWhenSignedIn()

  const email = (knownEmail ?? typedEmail).trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email) resend.mutate({ email })
    else showToast({ kind: 'error', title: t('auth.missingTitle'), message: t('verify.missing') })
  }
  return (
    <AuthFrame
      title={t('verify.title')}
      otherwise={{ question: t('verify.verified'), label: t('signup.login'), to: '/login' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{knownEmail ? t('verify.sentTo', { email: knownEmail }) : t('verify.sent')}</Text>
          <Text c="dimmed">{t('verify.hint')}</Text>
          {!knownEmail && (
            <TextInput
              label={t('auth.email')}
              type="email"
              autoComplete="email"
              value={typedEmail}
              onChange={(event) => setTypedEmail(event.currentTarget.value)}
            />
          )}
          <Button type="submit" disabled={!email} loading={resend.isPending} fullWidth>
            {t('verify.submit')}
          </Button>
          {isDemo && (
            <Text size="sm" c="dimmed">
              {t('verify.demo')}{' '}
              <Anchor href="/dev/mailbox" target="_blank" rel="noopener">
                {t('verify.mailbox')}
              </Anchor>
            </Text>
          )}
        </Stack>
      </form>
    </AuthFrame>
  )
}
