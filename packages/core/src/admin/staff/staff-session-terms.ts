import { STEP_UP_MINUTES } from '@chuma/contract/auth/step-up-ways'

/**
 * A staff session ends after `maxHours`, even in use, and after `idleMinutes` without a call that a person made. Its last use
 * is recorded at most every `seenEveryMinutes`.
 */
export const STAFF_SESSION_TERMS = {
  maxHours: 12,
  idleMinutes: 30,
  seenEveryMinutes: 1,
  stepUpMinutes: STEP_UP_MINUTES,
}
