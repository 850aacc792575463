import type { FormRule } from '../first-problem.ts'

/** The rules of the forms, in the order of SPEC §5. */
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

/** Sent with a call that nobody at the page asked for. Such calls keep no staff session alive. */
export const BACKGROUND_HEADER = 'chuma-background'

/** Sent by a page that follows a stream: for how many milliseconds it has been open. All that it shows was read since. */
export const PAGE_AGE_HEADER = 'chuma-page-age'

/** How a caller can prove who they are. A password counts only for an account without a second factor. */
export const STEP_UP_WAYS = ['passkey', 'totp', 'recovery-code', 'password'] as const
export type StepUpWay = (typeof STEP_UP_WAYS)[number]

/** How long a proof counts, for the session that gave it. */
export const STEP_UP_MINUTES = 5

/** A password without a second factor has to be longer. Not with the schemas, which no page has to load. */
export const STAFF_PASSWORD_LENGTH = { alone: 15, withSecondFactor: 8 } as const

/** owner: everything · finance: withdrawals and members' money · content: offers, tasks, quizzes · analyst: reads. */
export const STAFF_ROLES = ['owner', 'finance', 'content', 'analyst'] as const
