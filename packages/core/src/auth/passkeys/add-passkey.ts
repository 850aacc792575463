import {
  type ConfirmPasskeyInput,
  type confirmedPasskey,
  MAX_PASSKEYS,
  type passkeyOffer,
} from '@chuma/contract/auth/passkeys'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db, Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  countRecoveryCodes,
  type FactorOwner,
  replaceRecoveryCodes,
} from '@chuma/db/queries/admin/second-factors'
import { countPasskeys, insertPasskey, listCredentials } from '@chuma/db/queries/auth/passkeys'
import { forgetProofs } from '@chuma/db/queries/auth/sessions'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { AppError, invalidField } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { createRecoveryCodes } from '../factor/recovery-codes.ts'
import { withOwnPassword } from '../passwords/with-own-password.ts'
import { lockFactorOwner } from '../step-up/factor-holder.ts'
import { markProven } from '../step-up/mark-proven.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { findRelyingParty, issueChallenge, takeChallenge } from './challenges.ts'
import { type PasskeyHolder, requirePasskeyHolder, toUserHandle } from './passkey-holder.ts'
import { toCredential } from './request-passkey.ts'
import { tellMember } from './tell-member.ts'

/** EdDSA, ES256 and RS256, which our pages ask for. By default the library tries out what else Node knows, which warns. */
const ALGORITHMS = [-8, -7, -257]

/**
 * Begin the registration of a passkey. It takes the password, and a fresh proof where there is a second factor already: a
 * stolen session must not add a key of its own. An address that nobody has verified may belong to someone else.
 * @throws AppError WRONG_PASSWORD, THROTTLED, STEP_UP_REQUIRED, EMAIL_NOT_VERIFIED, INVALID_INPUT with too many passkeys
 */
export async function startPasskey(
  deps: Deps,
  caller: Caller,
  { password }: { password: string },
): Promise<Answer<typeof passkeyOffer>> {
  const { owner, label, sessionHash, isSecondFactorOn } = requirePasskeyHolder(caller)
  if (caller.member?.isEmailVerified === false)
    throw new AppError('EMAIL_NOT_VERIFIED', { before: 'passkey' })
  if (isSecondFactorOn) requireStepUp(caller)
  return withOwnPassword(deps, { caller, password }, async () => {
    await requireRoom(deps.db, owner)
    return {
      challenge: await issueChallenge(deps.db, { ...owner, sessionHash, purpose: 'register' }),
      rpId: findRelyingParty(deps).rpId,
      rpName: (await deps.product()).name,
      userId: toUserHandle(owner),
      userName: label,
      excludeCredentials: (await listCredentials(deps.db, owner)).map(toCredential),
    }
  })
}

async function requireRoom(db: Db, owner: FactorOwner): Promise<void> {
  if ((await countPasskeys(db, owner)) >= MAX_PASSKEYS) throw invalidField('name', 'PASSKEYS_FULL')
}

/**
 * Register the passkey that the browser made. The first factor of someone on the staff comes with recovery codes.
 * @throws AppError INVALID_INPUT for an answer to another challenge, of another page, or of a registered authenticator;
 * NOT_SIGNED_IN for a session that ended meanwhile
 */
export async function confirmPasskey(
  deps: Deps,
  caller: Caller,
  { name, transports, ...answer }: ConfirmPasskeyInput,
): Promise<Answer<typeof confirmedPasskey>> {
  const holder = requirePasskeyHolder(caller)
  const { owner } = holder
  const credential = await verify(deps, holder, answer)
  if (!credential) throw invalidField('name', 'PASSKEY_REFUSED')
  return deps.db.transaction().execute(async (trx) => {
    await lockFactorOwner(trx, owner)
    await requireRoom(trx, owner)
    const passkey = await insertPasskey(trx, { ...owner, ...credential, transports, name })
    if (!passkey) throw invalidField('name', 'PASSKEY_REFUSED')
    await insertAuditEntry(trx, {
      actor: holder.name,
      action: 'passkey.added',
      subject: holder.name,
      after: { name },
      address: holder.address,
    })
    await tellMember(trx, caller.member, { change: 'added', name })
    // Until now the password was a proof on the staff side.
    if (owner.kind === 'member' && !holder.isSecondFactorOn) await forgetProofs(trx, owner.id)
    await markProven(trx, caller)
    return { passkey, recoveryCodes: holder.isOnStaff ? await issueFirstCodes(trx, owner) : null }
  })
}

async function issueFirstCodes(trx: Trx, owner: FactorOwner): Promise<string[] | null> {
  if ((await countRecoveryCodes(trx, owner)) > 0) return null
  const { codes, codeHashes } = createRecoveryCodes()
  await replaceRecoveryCodes(trx, owner, codeHashes)
  return codes
}

async function verify(
  deps: Deps,
  { owner, sessionHash }: PasskeyHolder,
  { id, ...response }: Omit<ConfirmPasskeyInput, 'name' | 'transports'>,
) {
  const bound = { ...owner, sessionHash, purpose: 'register' } as const
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
      supportedAlgorithmIDs: ALGORITHMS,
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
