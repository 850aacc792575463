import { getSecondsBlocked, reserveInWindow, reserveWithBackoff } from '@chuma/db/queries/auth/throttle'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { nameBucket } from './name-bucket.ts'
import { THROTTLE_RULES, type ThrottleRule } from './throttle-rules.ts'

/**
 * Count an attempt before it is made; otherwise a hundred concurrent guesses all pass a limit of five. `identifier` is the
 * account as typed (whether or not it exists) or the caller's address; null counts nothing. Not inside a transaction: a
 * rollback would undo the count.
 * @returns the seconds until the next attempt
 * @throws AppError THROTTLED, with the seconds to wait
 */
export async function reserveAttempt(
  { db }: Pick<Deps, 'db'>,
  name: ThrottleRule,
  identifier: string | null,
): Promise<number> {
  if (identifier === null) return 0
  const rule = THROTTLE_RULES[name]
  const bucket = nameBucket(name, identifier)
  if (rule.kind === 'backoff') {
    const waitSeconds = await reserveWithBackoff(db, { bucket, ...rule })
    if (waitSeconds !== null) return waitSeconds
  } else if (await reserveInWindow(db, { bucket, ...rule })) return 0
  const seconds = await getSecondsBlocked(db, bucket)
  throw new AppError('THROTTLED', { retryAfterSeconds: Math.max(1, seconds) })
}
