import type { Failure } from '@chuma/contract/errors'
import { AppError } from '@chuma/core/app-error'
import { isDatabaseBusy, isDatabaseUnreachable } from '@chuma/db/client'

/** A full pool has room soon, and a restarting database takes a few seconds. */
const BUSY_SECONDS = 1
const AWAY_SECONDS = 5

/** How many seconds until a retry may help; null when waiting changes nothing. */
export function whenToRetry(error: unknown): number | null {
  if (error instanceof AppError) return ofFailure(error.failure)
  if (isDatabaseBusy(error)) return BUSY_SECONDS
  return isDatabaseUnreachable(error) ? AWAY_SECONDS : null
}

function ofFailure({ code, params }: Failure): number | null {
  if (code === 'BUSY') return BUSY_SECONDS
  return 'retryAfterSeconds' in params ? params.retryAfterSeconds : null
}
