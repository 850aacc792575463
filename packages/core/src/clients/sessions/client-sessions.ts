import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { listClientSessions, revokeClientSessions } from '@chuma/db/queries/clients/client-sessions'
import { AppError } from '../../app-error.ts'
import { CLIENT_SESSION_TERMS } from '../../auth/identify-caller.ts'
import { nameDevice } from '../../auth/sessions.ts'
import type { Caller, SignedInClient } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'

/** End the session of this call. */
export async function logOutClient(
  { db }: Pick<Deps, 'db'>,
  { userId, tokenHash, audited, address }: ClientActor,
): Promise<{ message: Notice }> {
  await db.transaction().execute(async (trx) => {
    if ((await revokeClientSessions(trx, userId, { tokenHash })) === 0) return
    await insertAuditEntry(trx, {
      actor: audited,
      action: 'client.signed-out',
      subject: `client-user:${userId}`,
      address,
    })
  })
  return { message: notice('SIGNED_OUT') }
}

/** List the caller's own sessions, newest first. */
export async function listOwnClientSessions({ db }: Pick<Deps, 'db'>, client: ClientActor) {
  const sessions = await listClientSessions(db, client, CLIENT_SESSION_TERMS)
  return sessions.map(({ userAgent, ...session }) => ({ ...session, device: nameDevice(userAgent) }))
}

/**
 * Sign one of the caller's own devices out.
 * @throws AppError NOT_FOUND if it is signed out already, or belongs to someone else
 */
export async function endClientSession(
  { db }: Pick<Deps, 'db'>,
  { userId, audited, address }: ClientActor,
  { id: sessionId }: { id: string },
): Promise<{ message: Notice }> {
  await db.transaction().execute(async (trx) => {
    if ((await revokeClientSessions(trx, userId, { sessionId })) === 0) throw new AppError('NOT_FOUND')
    await insertAuditEntry(trx, {
      actor: audited,
      action: 'client.session-ended',
      subject: `client-user:${userId}`,
      after: { sessionId },
      address,
    })
  })
  return { message: notice('DEVICE_SIGNED_OUT') }
}

/** `audited`: their name in the audit log. */
export type ClientActor = SignedInClient & { audited: string; address: string | null }

/** Require someone who is signed in at the clients' door. Members, staff and keys are refused like strangers. */
export function requireClient(caller: Caller): ClientActor {
  const { client, member, staff, apiKey, hasDeadToken, address } = caller
  if (!client) {
    const why = hasDeadToken ? 'ended' : 'clients'
    throw new AppError('NOT_SIGNED_IN', hasDeadToken || member || staff || apiKey ? { why } : {})
  }
  return { ...client, audited: `client:${client.userId}`, address }
}

/**
 * Require a session that speaks for the whole organisation: a link to one survey does not.
 * @throws AppError FORBIDDEN
 */
export function requireWholeClient(client: ClientActor): void {
  if (client.surveyId !== null) throw new AppError('FORBIDDEN')
}
