/** How long a code by text can be used. */
export const CODE_MINUTES = 10
/** Between two codes of one member. */
export const RESEND_SECONDS = 60
