import type { LoginInput, session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { findMemberByEmail, lockMember, replacePasswordHash } from '@chuma/db/queries/account/members'
import { AppError } from '../app-error.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { countLogIn } from './devices/count-log-in.ts'
import { noteSharedBrowser } from './devices/note-shared-browser.ts'
import { openNoticedSession } from './open-noticed-session.ts'
import type { PasswordTurn } from './passwords/passwords.ts'
import { requireGoodStanding } from './require-good-standing.ts'

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
