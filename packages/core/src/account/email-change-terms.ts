/** Longer than for other links: the new mailbox may be on another device, or not set up yet. */
export const EMAIL_CHANGE = { expiresInMinutes: 60, requestsPerHour: 5 }
