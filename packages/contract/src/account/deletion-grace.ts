/** For so long a member who asked to be deleted can change his mind. Apart from the schemas, which no page has to load. */
export const DELETION_GRACE_DAYS = 14
