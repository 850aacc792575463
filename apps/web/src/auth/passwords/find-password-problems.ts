import type { ChangePasswordInput } from '@chuma/contract/account/account'
import type { Translate } from '../../i18n/i18n.ts'
import { MIN_PASSWORD_LENGTH } from '../links/find-password-problem.ts'

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
