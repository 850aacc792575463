/** How long a member who asked for deletion can change their mind. Not with the schemas, which no page has to load. */
export const DELETION_GRACE_DAYS = 14
