import { Button, Divider, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { markFields } from '../ui/forms/mark-fields.ts'
import { useSingleFlight } from '../ui/forms/use-single-flight.ts'
import { Notice } from '../ui/states/notice.tsx'
import classes from './auth-frame.module.css'
import { knownDevice } from './known-device.ts'
import type { LinkRequest } from './links/use-request-link.ts'
import { useResendVerification } from './links/use-resend-verification.ts'
import { PasskeyButton } from './passkeys/passkey-button.tsx'
import { PasswordField } from './passwords/password-field.tsx'
import type { LoginRefusal, useLogin } from './use-login.tsx'

export type LoginValues = { email: string; password: string }
type Props = {
  form: UseFormReturnType<LoginValues>
  login: ReturnType<typeof useLogin>['login']
  passkey: Pick<ReturnType<typeof useLogin>['passkey'], 'logIn' | 'isLoggingIn'>
  link: LinkRequest
  refusal: LoginRefusal | null
}

export function LoginForm({ form, login, passkey, link, refusal }: Props) {
  const t = useT()
  const resend = useResendVerification()
  const send = useSingleFlight(async (values: LoginValues) => {
    await login.mutateAsync({ ...values, ...knownDevice('member') }).catch(() => undefined)
  })
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
    else send(values)
  }
  const askForLink = () => (email ? link.request(email) : explain(['email'], t('login.linkMissing')))
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <TextInput
          label={t('auth.email')}
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
          {t(login.isPending ? 'login.pending' : 'login.submit')}
        </Button>
        {isUnverified && (
          <Button variant="subtle" loading={resend.isPending} onClick={() => resend.mutate({ email })}>
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
