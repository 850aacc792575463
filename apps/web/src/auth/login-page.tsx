import { Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useInvite } from '../app/page-search.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { markFields, showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { Notice } from '../ui/states/states.tsx'
import classes from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { type LinkRequest, LinkSent, useRequestLink } from './links/link-sent.tsx'
import { useResendVerification } from './links/verification-pauses.ts'
import { PasskeyButton } from './passkeys/passkeys.tsx'
import { PasswordField } from './passwords/password-field.tsx'
import { knownDevice } from './session.ts'
import { useLeaveWhenSignedIn } from './sessions/require-member.tsx'
import { type LoginRefusal, useLogin } from './use-login.tsx'

/** The log-in page, or what replaces its form when the account is suspended or being deleted. */
export function LoginPage() {
  const t = useT()
  const form = useForm<LoginValues>({ initialValues: { email: '', password: '' } })
  const { login, restore, passkey, refusal, forgetRefusal } = useLogin((error) =>
    showFieldErrors(form, error),
  )
  const [sentTo, setSentTo] = useState<string | null>(null)
  const link = useRequestLink(trpc.auth.requestSignInLink, { form, onSent: setSentTo })
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
          refusal?.isByPasskey ? passkey.keep() : restore.run({ ...form.values, ...knownDevice('member') })
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
      title={t('word.login')}
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

type SuspendedAccountProps = {
  /** The server's message, with the reason. */
  message: string
  onBack: () => void
}

/** Shown after a correct password. */
function SuspendedAccount({ message, onBack }: SuspendedAccountProps) {
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

type LoginValues = { email: string; password: string }
type LoginFormProps = {
  form: UseFormReturnType<LoginValues>
  login: ReturnType<typeof useLogin>['login']
  passkey: Pick<ReturnType<typeof useLogin>['passkey'], 'logIn' | 'isLoggingIn'>
  link: LinkRequest
  refusal: LoginRefusal | null
}

function LoginForm({ form, login, passkey, link, refusal }: LoginFormProps) {
  const t = useT()
  const resend = useResendVerification()
  const email = form.values.email.trim()
  // SPEC §8 goes by the wording, which only English has.
  const isUnverified =
    refusal?.code === 'EMAIL_NOT_VERIFIED' || refusal?.message.toLowerCase().includes('verif')

  const explain = (fields: (keyof LoginValues)[], message: string) => {
    markFields(form, { names: fields, message })
    showToast({ kind: 'error', title: t('auth.missingTitle'), message })
  }
  const submit = (values: LoginValues) => {
    const missing: (keyof LoginValues)[] = []
    if (!email) missing.push('email')
    // A password may consist of spaces.
    if (!values.password) missing.push('password')
    if (missing.length > 0) explain(missing, t('login.missing'))
    else login.run({ ...values, ...knownDevice('member') })
  }
  const askForLink = () => (email ? link.request(email) : explain(['email'], t('login.linkMissing')))
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <TextInput
          label={t('word.email')}
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <div>
          <PasswordField
            label={t('auth.password')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Link to="/forgot-password" search={email ? { email } : {}} className={classes.link}>
            {t('login.forgot')}
          </Link>
        </div>
        {refusal?.code === 'THROTTLED' && (
          <Notice title={t('login.throttledTitle')}>{t('login.throttled')}</Notice>
        )}
        <Button type="submit" disabled={login.isPending} fullWidth>
          {t(login.isPending ? 'word.signingIn' : 'word.signIn')}
        </Button>
        {isUnverified && (
          <Button variant="subtle" loading={resend.isPending} onClick={() => resend.run({ email })}>
            {t('login.resend')}
          </Button>
        )}
        <Divider label={t('login.or')} />
        <PasskeyButton label={t('passkey.logIn')} isRunning={passkey.isLoggingIn} onClick={passkey.logIn} />
        <Button variant="default" loading={link.isPending} onClick={askForLink} fullWidth>
          {t('login.link')}
        </Button>
      </Stack>
    </form>
  )
}
