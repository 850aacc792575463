/** A member's session ends when it goes unused for so long; it is written down as seen no more often than this. */
export const SESSION_TERMS = { idleDays: 30, seenEveryMinutes: 5 }
