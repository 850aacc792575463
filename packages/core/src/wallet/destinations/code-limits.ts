import { getSecondsOfDayLeft, reserveText } from '@chuma/db/queries/texts'
import { AppError } from '../../app-error.ts'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { ThrottleRule } from '../../auth/throttle/throttle-rules.ts'
import type { Deps } from '../../deps.ts'

/** Whose limit refused a code. `pause`: the member has just asked for one. `site`: all texts of the day are used. */
type LimitedBy = 'pause' | 'member' | 'number' | 'network' | 'site'

const HOUR = 3600

/** Say when to try again, in words that a person can use. */
function refuse(by: LimitedBy, retryAfterSeconds: number): AppError {
  const [unit, length] =
    retryAfterSeconds < 120
      ? (['seconds', 1] as const)
      : retryAfterSeconds < 2 * HOUR
        ? (['minutes', 60] as const)
        : (['hours', HOUR] as const)
  return new AppError('CODE_LIMIT', {
    by,
    retryAfterSeconds,
    unit,
    amount: Math.ceil(retryAfterSeconds / length),
  })
}

type Asking = { memberId: string; number: string; address: string | null }

/**
 * Count a request for a code against every limit, before anything is sent. Limits of a number hold across members, because it
 * may be anyone's; an account's first request for it in a day has a reserve. A request that a later limit refuses stays counted: nobody
 * searches numbers for free.
 * @throws AppError CODE_LIMIT
 */
export async function reserveCode(deps: Deps, { memberId, number, address }: Asking): Promise<void> {
  const { dailySmsLimit } = await deps.economy()
  const own = `${memberId}:${number}`
  const limits: readonly [LimitedBy, ThrottleRule, string | null][] = [
    ['pause', 'destination-code-pause', memberId],
    ['member', 'destination-code-account', memberId],
    ['member', 'destination-code-own-number', own],
    ['network', 'destination-code-address', address],
  ]
  for (const [by, rule, identifier] of limits) {
    const wait = await tryReserve(deps, rule, identifier)
    if (wait !== null) throw refuse(by, wait)
  }
  const isFirst = (await tryReserve(deps, 'destination-code-first', own)) === null
  const used =
    (await tryReserve(deps, 'destination-code-number-hour', number)) ??
    (await tryReserve(deps, 'destination-code-number-day', number))
  const isRefused =
    used !== null &&
    (!isFirst || (await tryReserve(deps, 'destination-code-number-reserve', number)) !== null)
  if (isRefused) throw refuse('number', used)
  if (!(await reserveText(deps.db, dailySmsLimit))) throw refuse('site', await getSecondsOfDayLeft(deps.db))
}

/** Null: counted. Otherwise the seconds to wait. */
async function tryReserve(deps: Deps, rule: ThrottleRule, identifier: string | null): Promise<number | null> {
  try {
    await reserveAttempt(deps, rule, identifier)
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.failure.code !== 'THROTTLED') throw error
    return error.failure.params.retryAfterSeconds
  }
}
