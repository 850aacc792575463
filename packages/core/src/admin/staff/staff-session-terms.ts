/** A staff session ends after `maxHours`, even in use; its last use is recorded at most every `seenEveryMinutes`. */
export const STAFF_SESSION_TERMS = { maxHours: 12, seenEveryMinutes: 5 }
