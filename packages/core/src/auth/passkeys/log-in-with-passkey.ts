import { createHash, randomBytes } from 'node:crypto'
import type { session } from '@chuma/contract/auth/auth'
import type { PasskeyAnswer, PasskeyLoginInput, passkeyRequest } from '@chuma/contract/auth/passkeys'
import type { Answer } from '@chuma/contract/fields'
import type { Db, Trx } from '@chuma/db/client'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import { cancelDeletion, lockMember } from '@chuma/db/queries/account/members'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  type Bound,
  type FactorOwner,
  findPasskey,
  insertChallenge,
  markPasskeyUsed,
  takeChallenge as take,
} from '@chuma/db/queries/auth/passkeys'
import { stepUpSession } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { AppError, orRefuse } from '../../app-error.ts'
import type { Caller, StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { countStranger, findKnownDevice } from '../devices.ts'
import { openNoticedSession, requireGoodStanding } from '../log-in.ts'
import { hashToken } from '../sessions.ts'
import { requireNewStaffAccount } from '../staff.ts'
import { staffOwner } from '../step-up/proof.ts'

const BOUND = { kind: 'member', id: null, sessionHash: null, purpose: 'log-in' } as const

/**
 * Begin a log-in of a member by passkey. The caller names nobody, so the answer is the same for everyone. Counted here: each
 * log-in takes a challenge.
 * @throws AppError THROTTLED
 */
export async function startPasskeyLogin(deps: Deps, caller: Caller): Promise<Answer<typeof passkeyRequest>> {
  await countStranger(deps, [['log-in-address', caller.address]])
  return {
    challenge: await issueChallenge(deps.db, BOUND),
    rpId: findRelyingParty(deps).rpId,
    allowCredentials: [],
  }
}

/**
 * Open a session for what one of the member's passkeys signed. The authenticator recognised its owner, so it is two factors
 * in one: for a member with an admin role the session is open on the staff side too.
 * @throws AppError PASSKEY_INVALID, the same for everything that does not fit; only after a right answer ACCOUNT_SUSPENDED,
 * ACCOUNT_CLOSING, EMAIL_NOT_VERIFIED
 */
export async function logInWithPasskey(
  deps: Deps,
  caller: Caller,
  { userHandle, keepAccount, deviceToken, rememberDevice, ...answer }: PasskeyLoginInput,
): Promise<Answer<typeof session>> {
  const owner = ownerOfHandle(userHandle)
  const verified = orRefuse(await verifyPasskey(deps, { owner, bound: BOUND, answer }), 'PASSKEY_INVALID')
  const { timeZone } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    if (keepAccount) await cancelDeletion(trx, owner.id)
    const member = await lockProven(trx, verified)
    requireGoodStanding(member, { ...deps.accounts, timeZone })
    const known = await findKnownDevice(trx, { side: 'members', account: member.email, deviceToken })
    const opened = await openNoticedSession(trx, caller, { ...member, known, rememberDevice })
    if (member.adminRole) await enterStaffSide(trx, caller, { ...member, token: opened.token })
    return opened
  })
}

/** The passkey may have been removed, or the account erased, while the signature was being checked. */
async function lockProven(trx: Trx, verified: VerifiedPasskey) {
  const member = await lockMember(trx, verified.id)
  if (!member || !(await markPasskeyUsed(trx, verified))) throw new AppError('PASSKEY_INVALID')
  return member
}

async function enterStaffSide(
  trx: Trx,
  { address }: Caller,
  { memberId, token }: { memberId: string; token: string },
): Promise<void> {
  await stepUpSession(trx, { memberId, tokenHash: hashToken(token) })
  const name = `member:${memberId}`
  await insertAuditEntry(trx, {
    actor: name,
    action: 'step-up',
    subject: name,
    after: { way: 'passkey' },
    address,
  })
}

const CHALLENGE_MINUTES = 5

/** The page that passkeys belong to. An authenticator tells us which page asked, and no other can speak for ours. */
export function findRelyingParty({ installation }: Pick<Deps, 'installation'>) {
  const { origin, hostname } = new URL(installation.publicUrl)
  return { origin, rpId: hostname }
}

/** Issue 256 random bits in base64url, of which the hash is stored. */
export async function issueChallenge(db: Db, bound: Bound): Promise<string> {
  const challenge = randomBytes(32)
  await insertChallenge(db, { ...bound, challengeHash: hash(challenge), minutes: CHALLENGE_MINUTES })
  return challenge.toString('base64url')
}

/** Use up the challenge that an answer contains. Returns it, or null if it is not ours, or was issued for something else. */
export async function takeChallenge(db: Db, bound: Bound, clientDataJSON: string): Promise<string | null> {
  const challenge = readChallenge(clientDataJSON)
  if (challenge === null) return null
  const taken = await take(db, { kind: bound.kind, challengeHash: hash(Buffer.from(challenge, 'base64url')) })
  const isSameSession = bound.sessionHash
    ? (taken?.sessionHash?.equals(bound.sessionHash) ?? false)
    : taken?.sessionHash === null
  const isOurs = taken?.isInTime && taken.id === bound.id && taken.purpose === bound.purpose
  return isOurs && isSameSession ? challenge : null
}

function readChallenge(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** A signed-in account that can have passkeys: of the staff, or a member's. */
export type PasskeyHolder = StaffActor & {
  owner: FactorOwner
  /** The account's name in the authenticator. */
  label: string
  sessionHash: Buffer
  /** Their passkeys are a second factor too. */
  isOnStaff: boolean
  isSecondFactorOn: boolean
}

/** @throws AppError NOT_SIGNED_IN; FORBIDDEN for an API key */
export function requirePasskeyHolder(caller: Caller): PasskeyHolder {
  if (caller.member) {
    const { memberId, email, tokenHash, staffSide } = caller.member
    return {
      owner: memberOwner(memberId),
      label: email,
      name: `member:${memberId}`,
      address: caller.address,
      sessionHash: tokenHash,
      isOnStaff: staffSide !== undefined,
      isSecondFactorOn: staffSide?.isSecondFactorOn ?? false,
    }
  }
  const { staffId, username, tokenHash, name, address, isSecondFactorOn } = requireNewStaffAccount(caller)
  return {
    owner: staffOwner(staffId),
    label: username,
    name,
    address,
    sessionHash: tokenHash,
    isOnStaff: true,
    isSecondFactorOn,
  }
}

export const memberOwner = (memberId: string): FactorOwner => ({ kind: 'member', id: memberId })

/** How authenticators name the owner of a passkey: 128 random bits, which say nothing about them. */
export const toUserHandle = ({ id }: FactorOwner): string =>
  Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

/** Whom a user handle names. One that we did not make names nobody. */
function ownerOfHandle(userHandle: string): FactorOwner {
  const hex = Buffer.from(userHandle, 'base64url').toString('hex').padEnd(32, '0').slice(0, 32)
  return memberOwner(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
}

/** To be recorded with `markPasskeyUsed`, which has the last word about the counter. */
export type VerifiedPasskey = FactorOwner & { credentialId: Buffer; signCount: number }

type Signed = { owner: FactorOwner; bound: Bound; answer: PasskeyAnswer }

/**
 * Verify what the owner's authenticator signed: our challenge, our page, a person whom it recognised, and a counter that
 * advanced. The challenge is used up in any case. Null: not proved.
 */
export async function verifyPasskey(
  deps: Deps,
  { owner, bound, answer: { id, clientDataJSON, authenticatorData, signature } }: Signed,
): Promise<VerifiedPasskey | null> {
  const expectedChallenge = await takeChallenge(deps.db, bound, clientDataJSON)
  if (expectedChallenge === null) return null
  const credentialId = Buffer.from(id, 'base64url')
  const passkey = await findPasskey(deps.db, { ...owner, credentialId })
  if (!passkey) return null
  const { origin, rpId } = findRelyingParty(deps)
  const response = { clientDataJSON, authenticatorData, signature }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.signCount },
    })
    return verified ? { ...owner, credentialId, signCount: authenticationInfo.newCounter } : null
  } catch {
    // The library throws for everything that does not match.
    return null
  }
}

type Told = { memberId: string; email: string }
type News = { change: 'added' | 'removed'; name: string }

/** Record for a member that their passkeys changed, and mail them. Null, a staff account: it has no mailbox. */
export async function tellMember(trx: Trx, member: Told | null, news: News): Promise<void> {
  if (!member) return
  const { memberId, email } = member
  const since = await insertAccountChange(trx, { memberId, kind: `passkey-${news.change}` })
  await insertJob(trx, 'send-passkey-changed', { memberId, email, since: since.toISOString(), ...news })
}
