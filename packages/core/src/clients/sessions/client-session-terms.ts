/**
 * A client's session ends after `maxHours`, even in use, and after `idleMinutes` without a call that a person made. Its last use is
 * recorded at most every `seenEveryMinutes`.
 */
export const CLIENT_SESSION_TERMS = { maxHours: 12, idleMinutes: 120, seenEveryMinutes: 5 }
