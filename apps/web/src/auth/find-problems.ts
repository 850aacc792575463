import type { SignupInput } from '@chuma/contract/auth/auth'
import type { Translate } from '../i18n/i18n.ts'

export type SignupForm = SignupInput
type Problem<Form> = { title: string; message: string; fields: (keyof Form)[] }

const REQUIRED_LINES = ['firstName', 'lastName', 'email'] as const

/** Find the first problem that blocks submitting, in the order of SPEC §5. */
export function findSignupProblem(form: SignupForm, t: Translate): Problem<SignupForm> | null {
  const missing: (keyof SignupForm)[] = REQUIRED_LINES.filter((name) => !form[name].trim())
  // A password may consist of spaces.
  if (!form.password) missing.push('password')
  if (missing.length > 0) {
    return { title: t('auth.missingTitle'), message: t('signup.missing'), fields: missing }
  }
  return findPasswordProblem(form, t)
}

export const MIN_PASSWORD_LENGTH = 6

type Passwords = { password: string; confirmPassword: string }

/** Find what is wrong with a new password that was typed twice. */
export function findPasswordProblem(form: Passwords, t: Translate): Problem<Passwords> | null {
  if (form.password !== form.confirmPassword) {
    return { title: t('signup.mismatchTitle'), message: t('signup.mismatch'), fields: ['confirmPassword'] }
  }
  if (form.password.length < MIN_PASSWORD_LENGTH) {
    const message = t('signup.weak', { count: MIN_PASSWORD_LENGTH })
    return { title: t('signup.weakTitle'), message, fields: ['password'] }
  }
  return null
}
