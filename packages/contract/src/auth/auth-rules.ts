import type { FormRule } from '../first-problem.ts'

/** The rules of the forms, in the order of SPEC §5. */
export const signupRules: readonly FormRule[] = [
  { missing: ['firstName', 'lastName', 'email', 'password'], says: 'SIGN_UP_INCOMPLETE' },
  { codes: ['PASSWORDS_DIFFER'] },
  { codes: ['PASSWORD_TOO_SHORT'] },
  { codes: ['NOT_AN_EMAIL', 'PASSWORD_COMMON', 'NOT_AN_INVITE_CODE', 'INVITE_CODE_UNKNOWN'] },
]

export const loginRules: readonly FormRule[] = [
  { missing: ['email', 'password'], says: 'LOG_IN_INCOMPLETE' },
  { codes: ['NOT_AN_EMAIL'] },
]

export const resendRules: readonly FormRule[] = [
  { missing: ['email'], says: 'EMAIL_TO_VERIFY_MISSING' },
  { codes: ['NOT_AN_EMAIL'] },
]

export const staffLoginRules: readonly FormRule[] = [
  { missing: ['username', 'password'], says: 'STAFF_LOG_IN_INCOMPLETE' },
  { codes: ['NOT_A_FACTOR_CODE'] },
]
