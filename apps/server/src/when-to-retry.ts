import { AppError } from '@chuma/core/app-error'
import { isDatabaseBusy, isDatabaseUnreachable } from '@chuma/db/client'

/** A pool that is full is soon free again, and a database that is started anew takes a few seconds. */
const BUSY_SECONDS = 1
const AWAY_SECONDS = 5

/** After how many seconds trying again may help; null when waiting changes nothing. */
export function whenToRetry(error: unknown): number | null {
  if (error instanceof AppError)
    return error.failure.code === 'THROTTLED' ? error.failure.params.retryAfterSeconds : null
  if (isDatabaseBusy(error)) return BUSY_SECONDS
  return isDatabaseUnreachable(error) ? AWAY_SECONDS : null
}
