import type { passkeyRequest } from '@chuma/contract/admin/passkeys'
import type { Answer } from '@chuma/contract/timestamp'
import { listCredentials } from '@chuma/db/queries/admin/passkeys'
import { findStaffByUsername } from '@chuma/db/queries/admin/staff'
import { AppError } from '../../app-error.ts'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { requireNewStaffAccount } from '../staff/require-staff.ts'
import { type Bound, findRelyingParty, issueChallenge } from './challenges.ts'

type Request = Answer<typeof passkeyRequest>

/**
 * Begin the second step of a log-in. The password comes again: what passkeys an account has is nobody else's business.
 * @throws AppError THROTTLED, INVALID_STAFF_CREDENTIALS, NOT_FOUND for an account without passkeys
 */
export async function startPasskeyLogin(
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
  return request(deps, { staffId: found.id, sessionHash: null, purpose: 'log-in' })
}

/**
 * Begin a step-up with a passkey.
 * @throws AppError NOT_FOUND for an account without passkeys
 */
export function startStepUp(deps: Deps, caller: Caller): Promise<Request> {
  const { staffId, tokenHash } = requireNewStaffAccount(caller)
  return request(deps, { staffId, sessionHash: tokenHash, purpose: 'step-up' })
}

async function request(deps: Deps, bound: Bound): Promise<Request> {
  const credentials = await listCredentials(deps.db, bound.staffId)
  if (credentials.length === 0) throw new AppError('NOT_FOUND', { what: 'passkey' })
  return {
    challenge: await issueChallenge(deps.db, bound),
    rpId: findRelyingParty(deps).rpId,
    allowCredentials: credentials.map(toCredential),
  }
}

type Stored = { credentialId: Buffer; transports: string[] }
export const toCredential = ({ credentialId, transports }: Stored) => ({
  id: credentialId.toString('base64url'),
  transports: transports as Request['allowCredentials'][number]['transports'],
})
