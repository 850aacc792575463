/** A staff session ends whatever happens; it is written down as seen no more often than this. */
export const STAFF_SESSION_TERMS = { maxHours: 12, seenEveryMinutes: 5 }
