import type { SignupInput, SignupResult } from '@chuma/contract/auth'
import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertWallet } from '@chuma/db/queries/ledger'
import { insertEmailOwner, insertMember, replaceUnusedMember } from '@chuma/db/queries/members'
import { revokeAllSessions } from '@chuma/db/queries/sessions'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'
import { checkNewPassword } from './check-new-password.ts'
import { openSession } from './open-session.ts'
import { hashPassword } from './passwords.ts'

type Person = Omit<SignupInput, 'password' | 'confirmPassword'> & { passwordHash: string }

/**
 * Makes an account that waits for its address to be verified. A taken address answers the same and costs the same hash,
 * so a stranger learns nothing; its owner is told by mail. As long as nobody has verified an address, its newest sign-up
 * counts: nobody keeps it from its owner by being first.
 *
 * Where no verification is asked for, a new member is signed in at once, and a taken address gets no session: it cannot
 * have one, so there the answer does tell them apart.
 * @throws AppError INVALID_INPUT for a password that is among the first to be guessed; THROTTLED
 */
export async function signUp(deps: Deps, caller: Caller, input: SignupInput): Promise<SignupResult> {
  const { password, confirmPassword: _, ...names } = input
  checkNewPassword(password, input)
  await reserveAttempt(deps, 'sign-up-address', caller.address)
  const person = { ...names, passwordHash: await hashPassword(password) }
  return deps.db
    .transaction()
    .execute((trx) =>
      deps.accounts.isVerificationRequired ? signUpToVerify(trx, person) : signUpAtOnce(trx, caller, person),
    )
}

async function signUpToVerify(trx: Trx, person: Person): Promise<SignupResult> {
  const { email } = person
  const isTheirs = (await insertNewMember(trx, person)) ?? (await takeOverUnused(trx, person))
  await insertJob(trx, isTheirs ? 'send-verification' : 'send-address-taken', { email })
  return { requiresVerification: true, message: 'We have sent you an email. Open the link in it to sign in.' }
}

async function signUpAtOnce(trx: Trx, caller: Caller, person: Person): Promise<SignupResult> {
  const { email } = person
  const memberId = await insertNewMember(trx, person)
  await insertJob(trx, memberId ? 'send-verification' : 'send-address-taken', { email })
  if (!memberId) return { requiresVerification: false, message: 'Sign in with this email address to go on.' }
  const { token } = await openSession(trx, caller, memberId)
  return { requiresVerification: false, token, message: 'Your account is ready.' }
}

async function insertNewMember(trx: Trx, person: Person): Promise<string | undefined> {
  const memberId = await insertEmailOwner(trx, person.email)
  if (!memberId) return undefined
  await insertMember(trx, { memberId, ...person })
  await insertWallet(trx, memberId)
  return memberId
}

/** The links are left to the job that mails the next one: until then, the last one proves the same address. */
async function takeOverUnused(trx: Trx, person: Person): Promise<string | undefined> {
  const memberId = await replaceUnusedMember(trx, person)
  if (memberId) await revokeAllSessions(trx, memberId)
  return memberId
}
