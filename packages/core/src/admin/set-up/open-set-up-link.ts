import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { requireOpenLink } from './require-open-link.ts'

/**
 * Check a link before its form is shown. Changes nothing: the link works until the owner exists.
 * @throws AppError SET_UP_CLOSED, SET_UP_LINK_INVALID, THROTTLED
 */
export async function openSetUpLink(
  deps: Deps,
  caller: Caller,
  { token }: { token: string },
): Promise<{ isOpen: true }> {
  await reserveAttempt(deps, 'set-up-address', caller.address)
  await requireOpenLink(deps.db, token)
  return { isOpen: true }
}
