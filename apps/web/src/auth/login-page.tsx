import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useInvite } from '../referral/use-invite.ts'
import { trpc } from '../trpc.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { AuthFrame } from './auth-frame.tsx'
import { knownDevice } from './known-device.ts'
import { LinkSent } from './links/link-sent.tsx'
import { useRequestLink } from './links/use-request-link.ts'
import { LoginForm, type LoginValues } from './login-form.tsx'
import { useLeaveWhenSignedIn } from './sessions/use-leave-when-signed-in.ts'
import { SuspendedAccount } from './suspended-account.tsx'
import { useLogin } from './use-login.tsx'

/** The log-in page, or what replaces its form when the account is suspended or being deleted. */
export function LoginPage() {
  const t = useT()
  const form = useForm<LoginValues>({ initialValues: { email: '', password: '' } })
  const onRefused = (error: unknown) => showFieldErrors(form, error)
  const { login, restore, passkey, refusal, forgetRefusal } = useLogin(onRefused)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const link = useRequestLink(trpc.auth.requestSignInLink.useMutation(), { onSent: setSentTo, onRefused })
  const invite = useInvite()
  useLeaveWhenSignedIn()

  if (sentTo !== null) return <LinkSent email={sentTo} link={link} onBack={() => setSentTo(null)} />
  const isClosing = refusal?.code === 'ACCOUNT_CLOSING'
  // Any refusal to keep the account leads back to the form.
  const isKeeping = restore.isPending || passkey.isKeeping
  if (isClosing || isKeeping) {
    return (
      <ClosingAccount
        message={refusal?.message ?? ''}
        isPending={isKeeping}
        onKeep={() =>
          refusal?.isByPasskey ? passkey.keep() : restore.mutate({ ...form.values, ...knownDevice('member') })
        }
        onBack={forgetRefusal}
      />
    )
  }
  if (refusal?.code === 'ACCOUNT_SUSPENDED') {
    return <SuspendedAccount message={refusal.message} onBack={forgetRefusal} />
  }
  return (
    <AuthFrame
      title={t('login.title')}
      lead={t('login.lead')}
      otherwise={{ question: t('login.noAccount'), label: t('login.signup'), to: '/signup', search: invite }}
    >
      <LoginForm form={form} login={login} passkey={passkey} link={link} refusal={refusal} />
    </AuthFrame>
  )
}

type Props = {
  /** The server's message, with the day. */
  message: string
  isPending: boolean
  onKeep: () => void
  onBack: () => void
}

/** For members who requested deletion and just proved who they are: they can still keep the account. */
function ClosingAccount({ message, isPending, onKeep, onBack }: Props) {
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
