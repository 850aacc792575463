/** How a caller can prove who they are. A password counts only for an account without a second factor. */
export const STEP_UP_WAYS = ['passkey', 'totp', 'recovery-code', 'password'] as const
export type StepUpWay = (typeof STEP_UP_WAYS)[number]

/** How long a proof counts, for the session that gave it. */
export const STEP_UP_MINUTES = 5
