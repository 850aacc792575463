import type { session } from '@chuma/contract/auth/auth'
import type { PasskeyLoginInput, passkeyRequest } from '@chuma/contract/auth/passkeys'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { cancelDeletion, lockMember } from '@chuma/db/queries/account/members'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { markPasskeyUsed } from '@chuma/db/queries/auth/passkeys'
import { stepUpSession } from '@chuma/db/queries/auth/sessions'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { hashToken } from '../create-token.ts'
import { countStranger, findKnownDevice } from '../devices/count-log-in.ts'
import { openNoticedSession } from '../open-noticed-session.ts'
import { requireGoodStanding } from '../require-good-standing.ts'
import { findRelyingParty, issueChallenge } from './challenges.ts'
import { ownerOfHandle } from './passkey-holder.ts'
import { type VerifiedPasskey, verifyPasskey } from './verify-passkey.ts'

const BOUND = { kind: 'member', id: null, sessionHash: null, purpose: 'log-in' } as const

/**
 * Begin a log-in of a member by passkey. The caller names nobody, so the answer is the same for everyone. Counted here: each
 * log-in takes a challenge.
 * @throws AppError THROTTLED, PROOF_OF_WORK_REQUIRED
 */
export async function startPasskeyLogin(deps: Deps, caller: Caller): Promise<Answer<typeof passkeyRequest>> {
  await countStranger(deps, caller, [['log-in-address', caller.address]])
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
  const verified = await verifyPasskey(deps, { owner, bound: BOUND, answer })
  if (!verified) throw new AppError('PASSKEY_INVALID')
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
