import type { OpenClientLinkInput, OpenedClientSession } from '@chuma/contract/clients/client-session'
import { takeClientLink } from '@chuma/db/queries/clients/client-links'
import { AppError } from '../../app-error.ts'
import { countStranger } from '../../auth/devices/count-log-in.ts'
import { parseToken } from '../../auth/parse-token.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { openClientSession } from './open-client-session.ts'

/**
 * Exchange a link for a session. A guessed, used, expired or revoked link, and one of someone who was removed, answer alike.
 * @throws AppError THROTTLED, PROOF_OF_WORK_REQUIRED, LINK_INVALID
 */
export async function openClientLink(
  deps: Deps,
  caller: Caller,
  { token }: OpenClientLinkInput,
): Promise<OpenedClientSession> {
  await countStranger(deps, caller, [['client-link-address', caller.address]])
  const parsed = parseToken(token)
  if (parsed?.kind !== 'o') throw new AppError('LINK_INVALID')
  const { ownerId: linkId, tokenHash } = parsed
  return deps.db.transaction().execute(async (trx) => {
    const link = await takeClientLink(trx, { linkId, tokenHash })
    if (!link) throw new AppError('LINK_INVALID')
    return openClientSession(trx, caller, link)
  })
}
