import type { ChangePasswordInput } from '@chuma/contract/account/account'
import type { User } from '@chuma/contract/auth/auth'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { Section } from '../../ui/page/section.tsx'
import { MIN_PASSWORD_LENGTH } from '../links/find-password-problem.ts'
import { findPasswordProblems } from './find-password-problems.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { useChangePassword } from './use-change-password.ts'

const EMPTY: ChangePasswordInput = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordSection({ user }: { user: User }) {
  const t = useT()
  const form = useForm<ChangePasswordInput>({
    initialValues: EMPTY,
    validate: (values) => findPasswordProblems(values, t),
  })
  const { send, isPending } = useChangePassword(form)
  const focusFirst = (errors: object) => {
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
  return (
    <Section title={t('password.title')}>
      <form onSubmit={form.onSubmit(send, focusFirst)} noValidate>
        <Stack>
          {/* For password managers, which would otherwise guess whose password this is. */}
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            label={t('password.current')}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordField
            label={t('password.new')}
            description={t('signup.passwordHint', { count: MIN_PASSWORD_LENGTH })}
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <PasswordStrength
            password={form.values.newPassword}
            about={[user.firstName, user.lastName, user.email]}
          />
          <PasswordField
            label={t('password.repeat')}
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
          <div>
            <Button type="submit" disabled={isPending}>
              {t('password.submit')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}
