import type { Db } from '@chuma/db/client'
import { findClientSession, touchClientSession } from '@chuma/db/queries/clients/client-sessions'
import type { SignedInClient } from '../../caller.ts'
import { CLIENT_SESSION_TERMS } from './client-session-terms.ts'

/** Identify someone of an organisation by the token of their session. Null: it opens nothing, or nothing any more. */
export async function identifyClient(
  db: Db,
  { ownerId, tokenHash }: { ownerId: string; tokenHash: Buffer },
  isBackground: boolean,
): Promise<SignedInClient | null> {
  const key = { userId: ownerId, tokenHash }
  const found = await findClientSession(db, key, CLIENT_SESSION_TERMS)
  if (!found) return null
  const { isSeenLate, ...user } = found
  if (isSeenLate && !isBackground) await touchClientSession(db, key)
  return { ...user, tokenHash }
}
