import type { memberSession } from '@chuma/contract/account/account'
import type { Answer } from '@chuma/contract/timestamp'
import { listOpenSessions } from '@chuma/db/queries/auth/sessions'
import { nameDevice } from '../auth/name-device.ts'
import { SESSION_TERMS } from '../auth/session-terms.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** List the member's sessions, the most recently used first, without expired ones. */
export async function listSessions(
  { db }: Deps,
  member: SignedInMember,
): Promise<Answer<typeof memberSession>[]> {
  const sessions = await listOpenSessions(db, member, SESSION_TERMS.idleDays)
  return sessions.map(({ userAgent, ...session }) => ({ ...session, device: nameDevice(userAgent) }))
}
