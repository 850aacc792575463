import type { OpenedClientSession } from '@chuma/contract/clients/client-session'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findClientSession, insertClientSession } from '@chuma/db/queries/clients/client-sessions'
import { createToken } from '../../auth/create-token.ts'
import type { Caller, SignedInClient } from '../../caller.ts'
import { CLIENT_SESSION_TERMS } from './client-session-terms.ts'

type Opening = { userId: string; linkId: string | null }

/** Open a session at the clients' door. The caller has checked the password or used the link. */
export async function openClientSession(
  trx: Trx,
  { address, userAgent }: Caller,
  { userId, linkId }: Opening,
): Promise<OpenedClientSession> {
  const { token, tokenHash } = createToken('c', userId)
  await insertClientSession(trx, { userId, tokenHash, linkId, address, userAgent })
  await insertAuditEntry(trx, {
    actor: `client:${userId}`,
    action: 'client.signed-in',
    subject: `client-user:${userId}`,
    ...(linkId && { after: { linkId } }),
    address,
  })
  const found = await findClientSession(trx, { userId, tokenHash }, CLIENT_SESSION_TERMS)
  if (!found) throw new Error('the session was just opened')
  return { token, me: describeMe(found) }
}

type Me = Pick<SignedInClient, 'userId' | 'name' | 'email' | 'organisation' | 'hasPassword' | 'surveyId'>

/** What a client's pages show of who is signed in. */
export function describeMe({ userId, name, email, organisation, hasPassword, surveyId }: Me) {
  return { id: userId, name, email, organisation, hasPassword, surveyId }
}
