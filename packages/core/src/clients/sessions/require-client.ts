import { AppError } from '../../app-error.ts'
import type { Caller, SignedInClient } from '../../caller.ts'

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
