import type { LoginInput, session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/fields'
import type { Trx } from '@chuma/db/client'
import {
  cancelDeletion,
  findMemberByEmail,
  getUser,
  lockMember,
  replacePasswordHash,
} from '@chuma/db/queries/account/members'
import { insertSession, revokeSession } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { AppError } from '../app-error.ts'
import type { Caller, SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notice } from '../notice.ts'
import { countLogIn, noteNewDevice, noteSharedBrowser, rememberDevice } from './devices.ts'
import type { PasswordTurn } from './passwords/passwords.ts'
import { createToken, nameDevice } from './sessions.ts'

/**
 * Sign a member in and cancel the deletion of their account. Throttled like a log-in.
 * @throws AppError like `signInWithPassword`; then the account is still going to be deleted
 */
export function restoreAccount(deps: Deps, caller: Caller, input: LoginInput) {
  return signInWithPassword(deps, caller, { ...input, prepare: cancelDeletion })
}

type Preparation = { prepare?: (trx: Trx, memberId: string) => Promise<unknown> }
type Guess = { email: string; password: string; turn: PasswordTurn }
type Proof = { memberId: string; email: string; checkedHash: string; strongerHash: string | null }

/**
 * Open a session for the right password. `prepare` runs in the same transaction, before the account's standing is checked.
 * @throws AppError THROTTLED; INVALID_CREDENTIALS, the same for an unknown address and a wrong password; only after the
 * right password ACCOUNT_SUSPENDED, ACCOUNT_CLOSING, EMAIL_NOT_VERIFIED
 */
export async function signInWithPassword(
  deps: Deps,
  caller: Caller,
  { email, password, deviceToken, rememberDevice, prepare }: LoginInput & Preparation,
): Promise<Answer<typeof session>> {
  // Counted before hashing: of two hundred concurrent guesses five are checked.
  const { known, turn, forget } = await countLogIn(deps, caller, {
    side: 'members',
    account: email,
    deviceToken,
  })
  const proof = await provePassword(deps, { email, password, turn })
  await forget()

  const { timeZone } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    await prepare?.(trx, proof.memberId)
    const member = await lockProven(trx, proof)
    requireGoodStanding(member, { ...deps.accounts, timeZone })
    await noteSharedBrowser(trx, { memberId: member.memberId, deviceToken })
    return openNoticedSession(trx, caller, { ...member, known, rememberDevice })
  })
}

async function provePassword(deps: Deps, { email, password, turn }: Guess): Promise<Proof> {
  const found = await findMemberByEmail(deps.db, email)
  const matches = await deps.passwords.matches(found?.passwordHash, password, turn)
  if (!found || !matches) throw new AppError('INVALID_CREDENTIALS')
  const { memberId, passwordHash: checkedHash } = found
  const strongerHash = deps.passwords.isWeak(checkedHash) ? await deps.passwords.hash(password, turn) : null
  return { memberId, email, checkedHash, strongerHash }
}

/** The password or address may have changed, or the account been erased, while the password was being checked. */
async function lockProven(trx: Trx, { memberId, email, checkedHash, strongerHash }: Proof) {
  const member = await lockMember(trx, memberId)
  if (member?.email !== email || member.passwordHash !== checkedHash) {
    throw new AppError('INVALID_CREDENTIALS')
  }
  if (strongerHash) await replacePasswordHash(trx, memberId, { checked: checkedHash, fresh: strongerHash })
  return member
}

type Entering = {
  memberId: string
  email: string
  known: Buffer | null
  rememberDevice: boolean | undefined
}

/** Open a session after a log-in, and mail the member about a browser that is new to the account. */
export async function openNoticedSession(
  trx: Trx,
  caller: Caller,
  { memberId, email, known, rememberDevice }: Entering,
): Promise<Answer<typeof session>> {
  const since = await noteNewDevice(trx, caller, memberId)
  if (since) {
    const device = nameDevice(caller.userAgent)
    await insertJob(trx, 'send-new-sign-in', { memberId, email, device, at: since.toISOString() })
  }
  return openSession(trx, caller, { memberId, known, rememberDevice })
}

type Opening = { memberId: string; known?: Buffer | null; rememberDevice?: boolean | undefined }

/** Open a session on another device. The caller has authenticated the member. */
export async function openSession(
  trx: Trx,
  caller: Caller,
  { memberId, known = null, rememberDevice: isAsked }: Opening,
): Promise<Answer<typeof session>> {
  const { token, tokenHash } = createToken('u', memberId)
  await insertSession(trx, { memberId, tokenHash, address: caller.address, userAgent: caller.userAgent })
  const device = await rememberDevice(trx, { memberId, known, isAsked })
  return { token, user: await getUser(trx, memberId), ...device }
}

type Standing = { suspensionReason: string | null; deletionDueAt: Date | null; isEmailVerified: boolean }
type Rules = { isVerificationRequired: boolean; timeZone: string }

/**
 * Require a member whose account is usable. Others have just authenticated, so they are told why.
 * @throws AppError ACCOUNT_SUSPENDED, ACCOUNT_CLOSING, EMAIL_NOT_VERIFIED
 */
export function requireGoodStanding(
  { suspensionReason, deletionDueAt, isEmailVerified }: Standing,
  { isVerificationRequired, timeZone }: Rules,
): void {
  if (suspensionReason !== null) throw new AppError('ACCOUNT_SUSPENDED', { reason: suspensionReason })
  if (deletionDueAt) {
    // The sv-SE locale writes days in ISO format.
    const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(deletionDueAt)
    throw new AppError('ACCOUNT_CLOSING', { day })
  }
  if (isVerificationRequired && !isEmailVerified) throw new AppError('EMAIL_NOT_VERIFIED')
}

/** @throws AppError like `signInWithPassword` */
export function logIn(deps: Deps, caller: Caller, input: LoginInput): Promise<Answer<typeof session>> {
  return signInWithPassword(deps, caller, input)
}

/** End the session of this call, immediately and for every process. Other devices stay signed in. */
export async function logOut(deps: Deps, member: SignedInMember): Promise<{ message: Notice }> {
  await revokeSession(deps.db, member)
  return { message: notice('SIGNED_OUT') }
}
