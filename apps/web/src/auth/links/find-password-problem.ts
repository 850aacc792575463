import type { Translate } from '../../i18n/i18n.ts'

export const MIN_PASSWORD_LENGTH = 6

type Passwords = { password: string; confirmPassword: string }
type Problem = { title: string; message: string; fields: (keyof Passwords)[] }

/** Find what is wrong with a new password that was typed twice. */
export function findPasswordProblem(form: Passwords, t: Translate): Problem | null {
  if (form.password !== form.confirmPassword) {
    return { title: t('signup.mismatchTitle'), message: t('signup.mismatch'), fields: ['confirmPassword'] }
  }
  if (form.password.length < MIN_PASSWORD_LENGTH) {
    const message = t('signup.weak', { count: MIN_PASSWORD_LENGTH })
    return { title: t('signup.weakTitle'), message, fields: ['password'] }
  }
  return null
}
