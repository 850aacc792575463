import type { ChangePasswordInput } from '@chuma/contract/account/account'
import type { User } from '@chuma/contract/auth/auth'
import { MIN_PASSWORD_LENGTH } from '@chuma/contract/form-rules'
import { Button, Stack } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Section } from '../../ui/page/section.tsx'
import { saveUserSession } from '../session.ts'
import { PasswordField, PasswordStrength } from './password-field.tsx'

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
    <Section title={t('word.password')}>
      <form onSubmit={form.onSubmit(send, focusFirst)} noValidate>
        <Stack>
          {/* Tells password managers whose password this is. */}
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

/** Submit the form once. The new session that the server issues replaces the old one in every tab. */
function useChangePassword(form: UseFormReturnType<ChangePasswordInput>) {
  const t = useT()
  const change = useAction(trpc.account.changePassword, {
    form,
    passwordField: 'currentPassword',
    onDone: saveUserSession,
    done: { title: t('password.changedTitle'), message: t('password.changed') },
    failure: { title: t('password.failedTitle'), offline: t('earn.offline') },
  })
  const send = (values: ChangePasswordInput) => change.run({ ...values, rememberDevice: true })
  return { send, isPending: change.isPending }
}

type Problems = { [Field in keyof ChangePasswordInput]?: string }

/** Find problems that the server would report too, without a call. */
export function findPasswordProblems(form: ChangePasswordInput, t: Translate): Problems {
  const { currentPassword, newPassword, confirmPassword } = form
  return {
    ...(!currentPassword && { currentPassword: t('password.required') }),
    ...(newPassword.length < MIN_PASSWORD_LENGTH && {
      newPassword: newPassword ? t('signup.weak', { count: MIN_PASSWORD_LENGTH }) : t('password.required'),
    }),
    ...(newPassword !== confirmPassword && { confirmPassword: t('signup.mismatch') }),
  }
}
