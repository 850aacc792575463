import type { FormRule } from './first-problem.ts'

/* What forms check before they send (SPEC §5). Without zod, so that a page loads only these. */

export const MIN_PASSWORD_LENGTH = 6

type Passwords = { password: string; confirmPassword: string }

/** What a new password that was typed twice is refused for, in this order. */
export const NEW_PASSWORD_RULES = [
  {
    code: 'PASSWORDS_DIFFER',
    field: 'confirmPassword',
    isBroken: ({ password, confirmPassword }: Passwords) => password !== confirmPassword,
  },
  {
    code: 'PASSWORD_TOO_SHORT',
    field: 'password',
    isBroken: ({ password }: Passwords) => password.length < MIN_PASSWORD_LENGTH,
  },
] as const

export const SIGN_UP_REQUIRED = ['firstName', 'lastName', 'email', 'password'] as const

export const signupRules: readonly FormRule[] = [
  { missing: SIGN_UP_REQUIRED, says: 'SIGN_UP_INCOMPLETE' },
  ...NEW_PASSWORD_RULES.map(({ code }) => ({ codes: [code] })),
  { codes: ['NOT_AN_EMAIL', 'PASSWORD_COMMON', 'NOT_AN_INVITE_CODE', 'INVITE_CODE_UNKNOWN'] },
]

/** The shortest texts of a message to us, without the spaces around them. */
export const MIN_CONTACT_LENGTHS = { name: 2, subject: 5, message: 10 } as const
