import type { ChangePasswordInput } from '@chuma/contract/account/account'
import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { STAFF_PASSWORD_LENGTH } from '@chuma/contract/admin/staff-password-length'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { PasswordStrength } from '../../auth/passwords/password-strength.tsx'
import { saveAdminSession } from '../../auth/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { Section } from '../../ui/page/section.tsx'
import { useShowRefusal } from '../use-show-refusal.ts'

const EMPTY: ChangePasswordInput = { currentPassword: '', newPassword: '', confirmPassword: '' }
const { alone, withSecondFactor } = STAFF_PASSWORD_LENGTH

export function PasswordSection({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const least = staff.isSecondFactorOn ? withSecondFactor : alone
  const form = useForm<ChangePasswordInput>({
    initialValues: EMPTY,
    validate: {
      currentPassword: (password) => (password ? null : t('staff.required')),
      newPassword: (password) =>
        password.length < least ? t('staffPassword.short', { count: least }) : null,
      confirmPassword: (repeated, { newPassword }) =>
        repeated === newPassword ? null : t('signup.mismatch'),
    },
  })
  const showRefusal = useShowRefusal(form, 'currentPassword')
  const change = trpc.admin.changePassword.useMutation({
    onSuccess: (session) => {
      saveAdminSession(session)
      showToast({ kind: 'success', title: t('password.changedTitle'), message: t('password.changed') })
    },
    onError: showRefusal,
  })
  return (
    <Section title={t('staffPassword.title')} text={t('staffPassword.text')}>
      <form
        onSubmit={form.onSubmit(
          (values) => change.mutate({ ...values, rememberDevice: true }),
          focusFirstError(form),
        )}
        noValidate
      >
        <Stack maw="28rem">
          {/* Tells password managers whose password this is. */}
          <input type="text" autoComplete="username" value={staff.username} readOnly hidden />
          <PasswordField
            label={t('password.current')}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordField
            label={t('password.new')}
            description={
              staff.isSecondFactorOn
                ? t('staffPassword.hint', { count: withSecondFactor })
                : t('staffPassword.hintAlone', { count: alone, fewer: withSecondFactor })
            }
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <PasswordStrength password={form.values.newPassword} about={[staff.username]} />
          <PasswordField
            label={t('password.repeat')}
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
          <div>
            <Button type="submit" disabled={change.isPending}>
              {t('password.submit')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}
