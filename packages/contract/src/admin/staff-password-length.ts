/**
 * Without a second factor the password is all there is, and has to be longer. Apart from the schemas, which no page has to
 * load.
 */
export const STAFF_PASSWORD_LENGTH = { alone: 15, withSecondFactor: 8 } as const
