import type { OpenedClientSession } from '@chuma/contract/clients/client-session'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findClientSession, insertClientSession } from '@chuma/db/queries/clients/client-sessions'
import { createToken } from '../../auth/create-token.ts'
import type { Caller, SignedInClient } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { passClientFactor } from '../factor/pass-client-factor.ts'
import { CLIENT_SESSION_TERMS } from './client-session-terms.ts'

type Opening = { userId: string; linkId: string | null; code: string | undefined }

/**
 * Open a session at the clients' door, after the second factor where there is one. The caller has checked the password or used the link.
 * @throws AppError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID
 */
export async function openClientSession(
  deps: Pick<Deps, 'secrets'> & { db: Trx },
  { address, userAgent }: Caller,
  { userId, linkId, code }: Opening,
): Promise<OpenedClientSession> {
  const { db: trx } = deps
  const spent = await passClientFactor(deps, { userId, code })
  const { token, tokenHash } = createToken('c', userId)
  await insertClientSession(trx, { userId, tokenHash, linkId, address, userAgent })
  await insertAuditEntry(trx, {
    actor: `client:${userId}`,
    action: 'client.signed-in',
    subject: `client-user:${userId}`,
    ...((linkId || spent) && { after: { ...(linkId && { linkId }), ...spent } }),
    address,
  })
  const found = await findClientSession(trx, { userId, tokenHash }, CLIENT_SESSION_TERMS)
  if (!found) throw new Error('the session was just opened')
  return { token, me: describeMe(found) }
}

type Me = Pick<
  SignedInClient,
  'userId' | 'name' | 'email' | 'organisation' | 'hasPassword' | 'isSecondFactorOn' | 'surveyId'
>

/** What a client's pages show of who is signed in. */
export function describeMe({ userId: id, name, email, organisation, surveyId, ...has }: Me) {
  const { hasPassword, isSecondFactorOn } = has
  return { id, name, email, organisation, hasPassword, isSecondFactorOn, surveyId }
}
