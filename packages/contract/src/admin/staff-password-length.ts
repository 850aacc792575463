/** A password without a second factor has to be longer. Not with the schemas, which no page has to load. */
export const STAFF_PASSWORD_LENGTH = { alone: 15, withSecondFactor: 8 } as const
