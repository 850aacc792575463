import type { ConfirmPasskeyInput, confirmedPasskey, passkeyOffer } from '@chuma/contract/admin/passkeys'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertPasskey, listCredentials } from '@chuma/db/queries/admin/passkeys'
import { countRecoveryCodes, replaceRecoveryCodes } from '@chuma/db/queries/admin/second-factors'
import { lockStaff } from '@chuma/db/queries/admin/staff'
import { stepUpStaffSession } from '@chuma/db/queries/admin/staff-sessions'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { AppError, invalidField } from '../../app-error.ts'
import { withOwnPassword } from '../../auth/passwords/with-own-password.ts'
import { staffOwner } from '../../auth/step-up/factor-holder.ts'
import { requireStepUp } from '../../auth/step-up/require-step-up.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { createRecoveryCodes } from '../staff/recovery-codes.ts'
import { requireNewStaffAccount, type StaffAccount } from '../staff/require-staff.ts'
import { findRelyingParty, issueChallenge, takeChallenge } from './challenges.ts'
import { toCredential } from './request-passkey.ts'

/**
 * Begin the registration of a passkey. It takes the password, and a fresh proof where there is a factor already: a stolen
 * session must not add a factor of its own.
 * @throws AppError WRONG_PASSWORD, THROTTLED, STEP_UP_REQUIRED
 */
export async function startPasskey(
  deps: Deps,
  caller: Caller,
  { password }: { password: string },
): Promise<Answer<typeof passkeyOffer>> {
  const { staffId, username, isSecondFactorOn, tokenHash } = requireNewStaffAccount(caller)
  if (isSecondFactorOn) requireStepUp(caller)
  return withOwnPassword(deps, { caller, password }, async () => ({
    challenge: await issueChallenge(deps.db, { staffId, sessionHash: tokenHash, purpose: 'register' }),
    rpId: findRelyingParty(deps).rpId,
    rpName: (await deps.product()).name,
    userId: Buffer.from(staffId.replaceAll('-', ''), 'hex').toString('base64url'),
    userName: username,
    excludeCredentials: (await listCredentials(deps.db, staffId)).map(toCredential),
  }))
}

/**
 * Register the passkey that the browser made. The first factor of an account comes with recovery codes.
 * @throws AppError INVALID_INPUT for an answer to another challenge, of another page, or of a registered authenticator
 */
export async function confirmPasskey(
  deps: Deps,
  caller: Caller,
  { name, transports, ...answer }: ConfirmPasskeyInput,
): Promise<Answer<typeof confirmedPasskey>> {
  const staff = requireNewStaffAccount(caller)
  const credential = await verify(deps, staff, answer)
  if (!credential) throw invalidField('name', 'PASSKEY_REFUSED')
  const { staffId, name: actor, address } = staff
  return deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx, staffId)
    const passkey = await insertPasskey(trx, { staffId, ...credential, transports, name })
    if (!passkey) throw invalidField('name', 'PASSKEY_REFUSED')
    await insertAuditEntry(trx, {
      actor,
      action: 'passkey.added',
      subject: actor,
      after: { name },
      address,
    })
    if (!(await stepUpStaffSession(trx, staff))) throw new AppError('NOT_SIGNED_IN', { why: 'ended' })
    if ((await countRecoveryCodes(trx, staffOwner(staffId))) > 0) return { passkey, recoveryCodes: null }
    const { codes, codeHashes } = createRecoveryCodes()
    await replaceRecoveryCodes(trx, staffOwner(staffId), codeHashes)
    return { passkey, recoveryCodes: codes }
  })
}

async function verify(
  deps: Deps,
  { staffId, tokenHash }: StaffAccount,
  { id, ...response }: Omit<ConfirmPasskeyInput, 'name' | 'transports'>,
) {
  const bound = { staffId, sessionHash: tokenHash, purpose: 'register' } as const
  const expectedChallenge = await takeChallenge(deps.db, bound, response.clientDataJSON)
  if (expectedChallenge === null) return null
  const { origin, rpId } = findRelyingParty(deps)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    })
    if (!registrationInfo) return null
    const { credential } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
    }
  } catch {
    // The library throws for everything that does not match.
    return null
  }
}
