/** How long "This wasn't me" works, and a former mailbox can undo a move. */
export const SECURITY_LINK_DAYS = 7
