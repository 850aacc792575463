import type { OpenClientLinkInput, OpenedClientSession } from '@chuma/contract/clients/client-session'
import { findOpenClientLink, takeClientLink } from '@chuma/db/queries/clients/client-links'
import { AppError } from '../../app-error.ts'
import { countStranger } from '../../auth/devices/count-log-in.ts'
import { parseToken } from '../../auth/parse-token.ts'
import { forgetAttempts } from '../../auth/throttle/forget-attempts.ts'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { openClientSession } from './open-client-session.ts'

/**
 * Exchange a link for a session. A guessed, used, expired or revoked link, and one of someone who was removed, answer alike.
 * A person's second factor is asked for here too: a link that was found or made by our team must not be enough.
 * @throws AppError THROTTLED, PROOF_OF_WORK_REQUIRED, LINK_INVALID, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID
 */
export async function openClientLink(
  deps: Deps,
  caller: Caller,
  { token, code }: OpenClientLinkInput,
): Promise<OpenedClientSession> {
  await countStranger(deps, caller, [['client-link-address', caller.address]])
  const parsed = parseToken(token)
  if (parsed?.kind !== 'o') throw new AppError('LINK_INVALID')
  const { ownerId: linkId, tokenHash } = parsed
  const found = await findOpenClientLink(deps.db, { linkId, tokenHash })
  if (!found) throw new AppError('LINK_INVALID')
  // A wrong code uses no link up, so guesses are counted by person: of links there may be many.
  const isGuess = found.isSecondFactorOn && code !== undefined
  if (isGuess) await reserveAttempt(deps, 'client-code-account', found.userId)
  const opened = await deps.db.transaction().execute(async (trx) => {
    const link = await takeClientLink(trx, { linkId, tokenHash })
    if (!link) throw new AppError('LINK_INVALID')
    return openClientSession({ ...deps, db: trx }, caller, { ...link, code })
  })
  if (isGuess) await forgetAttempts(deps, 'client-code-account', found.userId)
  return opened
}
