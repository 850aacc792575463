/** A member's session ends after `idleDays` without use; its last use is recorded at most every `seenEveryMinutes`. */
export const SESSION_TERMS = { idleDays: 30, seenEveryMinutes: 5 }
