import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLeaveWhenSignedIn } from '../../../auth/use-leave-when-signed-in.ts'
import { useResendVerification } from '../../../auth/use-resend-verification.ts'
import { useT } from '../../../i18n/use-t.ts'
import { saveUserSession } from '../../../session.ts'
import { serverMessage, trpc } from '../../../trpc.ts'
import { markFields } from '../../../ui/mark-fields.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { showFieldErrors } from '../../../ui/show-field-errors.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { AuthFrame } from './auth-frame.tsx'

type LoginForm = { email: string; password: string }

export function LoginPage() {
  const t = useT()
  const form = useForm<LoginForm>({ initialValues: { email: '', password: '' } })
  const login = useLogin((error) => showFieldErrors(form, error))
  const resend = useResendVerification()
  useLeaveWhenSignedIn()

  const submit = (values: LoginForm) => {
    const missing = (['email', 'password'] as const).filter((name) => !values[name].trim())
    if (missing.length > 0) {
      markFields(form, missing)
      showToast({ kind: 'error', title: t('auth.missingTitle'), message: t('login.missing') })
      return
    }
    login.mutate(values)
  }
  return (
    <AuthFrame
      title={t('login.title')}
      lead={t('login.lead')}
      otherwise={{ question: t('login.noAccount'), label: t('login.signup'), to: '/signup' }}
    >
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <TextInput
            label={t('auth.email')}
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t('auth.password')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" disabled={login.isPending} fullWidth mt="xs">
            {t(login.isPending ? 'login.pending' : 'login.submit')}
          </Button>
          {login.isUnverified && (
            <Button
              variant="subtle"
              loading={resend.isPending}
              onClick={() => resend.mutate({ email: form.values.email })}
            >
              {t('login.resend')}
            </Button>
          )}
        </Stack>
      </form>
    </AuthFrame>
  )
}

function useLogin(onRefused: (error: unknown) => void) {
  const t = useT()
  const navigate = useNavigate()
  const [isUnverified, setIsUnverified] = useState(false)
  const login = trpc.auth.login.useMutation({
    onSuccess: async (session) => {
      saveUserSession(session)
      showToast({ kind: 'success', title: t('login.welcome'), message: t('login.welcomeText') })
      await navigate({ to: '/dashboard' })
    },
    onError: (error) => {
      const message = serverMessage(error, t('login.failed'))
      // The wording is the sign, so that any refusal that asks for verification offers the way to it.
      setIsUnverified(message.toLowerCase().includes('verif'))
      onRefused(error)
      showToast({ kind: 'error', title: t('login.failedTitle'), message })
    },
  })
  return { ...login, isUnverified }
}
