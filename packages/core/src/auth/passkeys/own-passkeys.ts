import {
  type ConfirmPasskeyInput,
  type confirmedPasskey,
  MAX_PASSKEYS,
  type passkey,
  type passkeyRequest,
} from '@chuma/contract/auth/passkeys'
import type { Answer } from '@chuma/contract/fields'
import type { Db, Trx } from '@chuma/db/client'
import { insertAuditEntry, recordAct } from '@chuma/db/queries/admin/audit'
import { findStaffByUsername } from '@chuma/db/queries/admin/staff'
import {
  countRecoveryCodes,
  deleteUnneededRecoveryCodes,
  replaceRecoveryCodes,
} from '@chuma/db/queries/admin/staff-sessions'
import {
  type Bound,
  countPasskeys,
  deletePasskey,
  type FactorOwner,
  insertPasskey,
  listCredentials,
} from '@chuma/db/queries/auth/passkeys'
import { forgetProofs } from '@chuma/db/queries/auth/sessions'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { createRecoveryCodes } from '../factor.ts'
import { withOwnPassword } from '../passwords/new-password.ts'
import { requireLiveSession } from '../sessions.ts'
import { lockFactorOwner, markProven, requireStepUp, staffOwner } from '../step-up/proof.ts'
import { reserveAttempt } from '../throttle.ts'
import {
  findRelyingParty,
  issueChallenge,
  type PasskeyHolder,
  requirePasskeyHolder,
  takeChallenge,
  tellMember,
  toUserHandle,
} from './log-in-with-passkey.ts'

/** EdDSA, ES256 and RS256, which our pages ask for. By default the library tries out what else Node knows, which warns. */
const ALGORITHMS = [-8, -7, -257]

/**
 * Begin the registration of a passkey. It takes the password, and a fresh proof where there is a second factor already: a
 * stolen session must not add a key of its own. An address that nobody has verified may belong to someone else.
 * @throws AppError WRONG_PASSWORD, THROTTLED, STEP_UP_REQUIRED, EMAIL_NOT_VERIFIED, INVALID_INPUT with too many passkeys
 */
export async function startPasskey(deps: Deps, caller: Caller, { password }: { password: string }) {
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
    await recordAct(trx, holder, { action: 'passkey.added', subject: holder.name, after: { name } })
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

async function request(deps: Deps, owner: FactorOwner, bound: Pick<Bound, 'sessionHash' | 'purpose'>) {
  const credentials = await listCredentials(deps.db, owner)
  if (credentials.length === 0) throw new AppError('NOT_FOUND', { what: 'passkey' })
  return {
    challenge: await issueChallenge(deps.db, { ...owner, ...bound }),
    rpId: findRelyingParty(deps).rpId,
    allowCredentials: credentials.map(toCredential),
  }
}

type Stored = { credentialId: Buffer; transports: string[] }
const toCredential = ({ credentialId, transports }: Stored) => ({
  id: credentialId.toString('base64url'),
  transports: transports as Request['allowCredentials'][number]['transports'],
})

type Removed = Answer<typeof passkey>

/**
 * Remove one of the account's passkeys. With the last factor the recovery codes go too. The caller has to have given a proof.
 * @throws AppError NOT_FOUND; NOT_SIGNED_IN if the session ended meanwhile
 */
export function removePasskey({ db }: Deps, caller: Caller, { id }: { id: string }): Promise<Removed> {
  const { owner, name: actor, address } = requirePasskeyHolder(caller)
  return db.transaction().execute(async (trx) => {
    await lockFactorOwner(trx, owner)
    if (caller.member) await requireLiveSession(trx, caller.member)
    const removed = orRefuse(await deletePasskey(trx, { owner, id }), 'NOT_FOUND', { what: 'passkey' })
    await deleteUnneededRecoveryCodes(trx, owner)
    await insertAuditEntry(trx, {
      actor,
      action: 'passkey.removed',
      subject: actor,
      before: { name: removed.name },
      address,
    })
    await tellMember(trx, caller.member, { change: 'removed', name: removed.name })
    return removed
  })
}

/**
 * The same for a member, who repeats their password: a stolen session must not take away what keeps a thief out.
 * @throws AppError NOT_FOUND, WRONG_PASSWORD, THROTTLED; STEP_UP_REQUIRED on the staff, where a passkey is a second factor
 */
export async function removeOwnPasskey(
  deps: Deps,
  caller: Caller,
  { id, password }: { id: string; password: string },
): Promise<Removed> {
  if (requirePasskeyHolder(caller).isSecondFactorOn) requireStepUp(caller)
  return withOwnPassword(deps, { caller, password }, () => removePasskey(deps, caller, { id }))
}
