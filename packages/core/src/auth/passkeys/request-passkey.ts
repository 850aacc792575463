import type { passkeyRequest } from '@chuma/contract/auth/passkeys'
import type { Answer } from '@chuma/contract/timestamp'
import type { FactorOwner } from '@chuma/db/queries/admin/second-factors'
import { findStaffByUsername } from '@chuma/db/queries/admin/staff'
import { type Bound, listCredentials } from '@chuma/db/queries/auth/passkeys'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { staffOwner } from '../step-up/factor-holder.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'
import { findRelyingParty, issueChallenge } from './challenges.ts'
import { requirePasskeyHolder } from './passkey-holder.ts'

type Request = Answer<typeof passkeyRequest>

/**
 * Begin the second step of a log-in of staff. The password comes again: what passkeys an account has is nobody else's business.
 * @throws AppError THROTTLED, INVALID_STAFF_CREDENTIALS, NOT_FOUND for an account without passkeys
 */
export async function startStaffLogin(
  deps: Deps,
  caller: Caller,
  input: { username: string; password: string },
): Promise<Request> {
  const username = input.username.toLowerCase()
  await reserveAttempt(deps, 'log-in-staff-address', caller.address)
  await reserveAttempt(deps, 'log-in-staff-account', username)
  const found = await findStaffByUsername(deps.db, username)
  const matches = await deps.passwords.matches(found?.passwordHash, input.password)
  if (!found?.isOpen || !matches) throw new AppError('INVALID_STAFF_CREDENTIALS')
  return request(deps, staffOwner(found.id), { sessionHash: null, purpose: 'log-in' })
}

/**
 * Begin a step-up with a passkey.
 * @throws AppError NOT_FOUND for an account without passkeys
 */
export function startStepUp(deps: Deps, caller: Caller): Promise<Request> {
  const { owner, sessionHash } = requirePasskeyHolder(caller)
  return request(deps, owner, { sessionHash, purpose: 'step-up' })
}

async function request(
  deps: Deps,
  owner: FactorOwner,
  bound: Pick<Bound, 'sessionHash' | 'purpose'>,
): Promise<Request> {
  const credentials = await listCredentials(deps.db, owner)
  if (credentials.length === 0) throw new AppError('NOT_FOUND', { what: 'passkey' })
  return {
    challenge: await issueChallenge(deps.db, { ...owner, ...bound }),
    rpId: findRelyingParty(deps).rpId,
    allowCredentials: credentials.map(toCredential),
  }
}

type Stored = { credentialId: Buffer; transports: string[] }
export const toCredential = ({ credentialId, transports }: Stored) => ({
  id: credentialId.toString('base64url'),
  transports: transports as Request['allowCredentials'][number]['transports'],
})
