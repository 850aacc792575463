import { STAFF_PASSWORD_LENGTH } from '@chuma/contract/admin/staff-password-length'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { PasswordStrength } from '../../auth/passwords/password-strength.tsx'
import { saveAdminSession } from '../../auth/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { Section } from '../../ui/page/section.tsx'
import { useShowRefusal } from '../use-show-refusal.ts'

const EMPTY = { username: '', email: '', password: '', confirmPassword: '' }
const { alone } = STAFF_PASSWORD_LENGTH

/** The owner's account. Its second factor follows, when they are signed in. */
export function OwnerForm({ token }: { token: string }) {
  const t = useT()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      username: (username) => (username.trim() ? null : t('staff.required')),
      password: (password) => (password.length < alone ? t('staffPassword.short', { count: alone }) : null),
      confirmPassword: (repeated, { password }) => (repeated === password ? null : t('signup.mismatch')),
    },
  })
  const showRefusal = useShowRefusal(form, 'password')
  const create = trpc.admin.createFirstOwner.useMutation({
    onSuccess: (session) => {
      saveAdminSession(session)
      // The link has done its work, and stays out of the history.
      void navigate({ to: '/set-up', hash: '', replace: true })
    },
    onError: showRefusal,
  })
  const { username, password } = form.values
  return (
    <Section title={t('setUp.ownerTitle')} text={t('setUp.owner')}>
      <form
        onSubmit={form.onSubmit(
          ({ email, ...values }) => create.mutate({ token, ...values, email: email || undefined }),
          focusFirstError(form),
        )}
        noValidate
      >
        <Stack maw="28rem">
          <TextInput
            label={t('staffList.username')}
            description={t('staffList.usernameHint')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
          <TextInput
            type="email"
            label={t('staffEmail.optional')}
            description={t('staffEmail.hint')}
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t('auth.password')}
            description={t('setUp.passwordHint', { count: alone })}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordStrength password={password} about={[username]} />
          <PasswordField
            label={t('setUp.repeatPassword')}
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
          <div>
            <Button type="submit" disabled={create.isPending}>
              {t(create.isPending ? 'setUp.creating' : 'setUp.create')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}
