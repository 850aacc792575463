/** How long a session that a mailed link opened may set a password without the old one. */
export const RESET_MINUTES = 10
