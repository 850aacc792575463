import type { SignupInput } from '@chuma/contract/auth/auth'
import type { Translate } from '../i18n/i18n.ts'
import { findPasswordProblem } from './links/find-password-problem.ts'

export type SignupForm = SignupInput
type Problem = { title: string; message: string; fields: (keyof SignupForm)[] }

const REQUIRED_LINES = ['firstName', 'lastName', 'email'] as const

/** Find the first problem that blocks submitting, in the order of SPEC §5. */
export function findSignupProblem(form: SignupForm, t: Translate): Problem | null {
  const missing: Problem['fields'] = REQUIRED_LINES.filter((name) => !form[name].trim())
  // A password may consist of spaces.
  if (!form.password) missing.push('password')
  if (missing.length > 0) {
    return { title: t('auth.missingTitle'), message: t('signup.missing'), fields: missing }
  }
  return findPasswordProblem(form, t)
}
