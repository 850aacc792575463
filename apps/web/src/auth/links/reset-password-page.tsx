import type { ResetPasswordInput, User } from '@chuma/contract/auth/auth'
import { MIN_PASSWORD_LENGTH } from '@chuma/contract/form-rules'
import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { describeRefusal, fieldErrorsOf, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { markFields, showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { LoadingScreen } from '../../ui/page/status-screens.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { findPasswordProblem, PasswordField, PasswordStrength } from '../passwords/password-field.tsx'
import { saveUserSession } from '../session.ts'
import { useCurrentUser } from '../sessions/use-current-user.ts'

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

type Props = {
  user: User
  /** The session may no longer set a password; with the server's message. */
  onTooLate: (message: string) => void
}

function ResetPasswordForm({ user, onTooLate }: Props) {
  const t = useT()
  const form = useForm<ResetPasswordInput>({ initialValues: { password: '', confirmPassword: '' } })
  const reset = useResetPassword({ onTooLate, onRefused: (error) => showFieldErrors(form, error) })

  const submit = (values: ResetPasswordInput) => {
    const problem = findPasswordProblem(values, t)
    if (!problem) return reset.run({ ...values, rememberDevice: true })
    markFields(form, { names: problem.fields, message: problem.message })
    showToast({ kind: 'error', title: problem.title, message: problem.message })
  }
  return (
    <AuthFrame title={t('reset.title')} lead={t('reset.lead', { email: user.email })}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          {/* Tells password managers whose password this is. */}
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            label={t('reset.password')}
            description={t('signup.passwordHint', { count: MIN_PASSWORD_LENGTH })}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordStrength
            password={form.values.password}
            about={[user.firstName, user.lastName, user.email]}
          />
          <PasswordField
            label={t('signup.confirmPassword')}
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
          <Button type="submit" disabled={reset.isPending} fullWidth>
            {t(reset.isPending ? 'reset.pending' : 'reset.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}

type Handlers = { onTooLate: (message: string) => void; onRefused: (error: unknown) => void }

function useResetPassword({ onTooLate, onRefused }: Handlers) {
  const t = useT()
  const navigate = useNavigate()
  return useAction(trpc.auth.resetPassword, {
    onDone: (session) => {
      saveUserSession(session)
      showToast({ kind: 'success', title: t('password.changedTitle'), message: t('password.changed') })
      return navigate({ to: '/dashboard', replace: true })
    },
    onFailed: (error) => {
      const { code, kind, message } = describeRefusal(error, t('reset.failed'))
      if (code === 'LINK_INVALID') onTooLate(message)
      // An ended session is handled once for every call, in `ApiProvider`.
      else if (code !== 'NOT_SIGNED_IN') {
        onRefused(error)
        const weakPassword = fieldErrorsOf(error).password
        const title = t(weakPassword ? 'signup.weakTitle' : 'reset.failedTitle')
        showToast({ kind, title, message: weakPassword ?? message })
      }
      return true
    },
  })
}
