import { STEP_UP_MINUTES } from '@chuma/contract/auth/step-up'

/** A staff session ends after `maxHours`, even in use; its last use is recorded at most every `seenEveryMinutes`. */
export const STAFF_SESSION_TERMS = { maxHours: 12, seenEveryMinutes: 5, stepUpMinutes: STEP_UP_MINUTES }
