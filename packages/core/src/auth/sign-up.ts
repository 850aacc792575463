import { TERMS_IN_FORCE } from '@chuma/contract/account/account-rules'
import type { SignupInput, SignupResult } from '@chuma/contract/auth/auth'
import type { Language } from '@chuma/contract/platform'
import type { Trx } from '@chuma/db/client'
import {
  findMemberByEmail,
  insertEmailOwner,
  insertMember,
  replaceUnusedMember,
} from '@chuma/db/queries/account/members'
import { upsertSettings } from '@chuma/db/queries/account/profile'
import { insertAcceptedTerms } from '@chuma/db/queries/account/terms'
import { revokeAllSessions } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { deleteReferral, findInviter, insertReferral } from '@chuma/db/queries/referral/referral'
import { insertWallet } from '@chuma/db/queries/wallet/ledger'
import { AppError, invalidField } from '../app-error.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { notice, type Unworded } from '../notice.ts'
import { openSession } from './log-in.ts'
import { checkNewPassword } from './passwords/new-password.ts'
import { forgetAttempts, reserveAttempt, toSource } from './throttle.ts'

type Person = Omit<SignupInput, 'password' | 'confirmPassword' | 'referralCode'> & { passwordHash: string }
type Newcomer = { person: Person; inviterId: string | undefined; language: Language | undefined }

/**
 * Create an account whose address has to be verified. A taken address gets the same answer at the same cost, so
 * strangers learn nothing; its owner is told by mail. Until an address is verified its newest sign-up counts, with its
 * invite code: nobody can keep an address from its owner by being first. The form says that signing up accepts the terms in
 * force, so their version is stored with the account.
 *
 * Without required verification a new member is signed in immediately. A taken address gets no session, so the answers
 * differ.
 * @throws AppError INVALID_INPUT for a common password or an unknown invite code; THROTTLED; CLOSED
 */
export async function signUp(deps: Deps, caller: Caller, input: SignupInput) {
  const { password, confirmPassword: _, referralCode, ...names } = input
  await requireSignUpOpen(deps)
  checkNewPassword(password)
  await reserveAttempt(deps, 'sign-up-address', caller.address)
  const inviterId = referralCode === undefined ? undefined : await getInviter(deps, referralCode)
  const person = { ...names, passwordHash: await hashFor(deps, caller, password) }
  const newcomer = { person, inviterId, language: caller.language }
  return deps.db
    .transaction()
    .execute((trx) =>
      deps.accounts.isVerificationRequired
        ? signUpToVerify(trx, newcomer)
        : signUpAtOnce(trx, caller, newcomer),
    )
}

function hashFor({ passwords }: Deps, { address }: Caller, password: string): Promise<string> {
  return passwords.hash(password, { room: 'members', source: toSource(address) })
}

async function signUpToVerify(trx: Trx, newcomer: Newcomer): Promise<Unworded<SignupResult>> {
  const { email } = newcomer.person
  const isTheirs = (await insertNewMember(trx, newcomer)) ?? (await takeOverUnused(trx, newcomer))
  await insertJob(trx, isTheirs ? 'send-verification' : 'send-address-taken', { email })
  return { requiresVerification: true, message: notice('SIGN_UP_MAILED') }
}

async function signUpAtOnce(trx: Trx, caller: Caller, newcomer: Newcomer): Promise<Unworded<SignupResult>> {
  const { email } = newcomer.person
  const memberId = await insertNewMember(trx, newcomer)
  await insertJob(trx, memberId ? 'send-verification' : 'send-address-taken', { email })
  if (!memberId) return { requiresVerification: false, message: notice('SIGN_UP_TAKEN') }
  const { token } = await openSession(trx, caller, { memberId })
  return { requiresVerification: false, token, message: notice('SIGN_UP_READY') }
}

async function insertNewMember(trx: Trx, { person, inviterId, language }: Newcomer) {
  const memberId = await insertEmailOwner(trx, person.email)
  if (!memberId) return undefined
  await insertMember(trx, { memberId, ...person })
  await insertWallet(trx, memberId)
  await keepInviter(trx, memberId, inviterId)
  await keepLanguage(trx, memberId, language)
  await insertAcceptedTerms(trx, { memberId, version: TERMS_IN_FORCE.version })
  return memberId
}

/** Links are left to the job that mails the next one: until then, the last one still proves the address. */
async function takeOverUnused(trx: Trx, { person, inviterId, language }: Newcomer) {
  const memberId = await replaceUnusedMember(trx, person)
  if (!memberId) return undefined
  await revokeAllSessions(trx, memberId)
  await keepInviter(trx, memberId, inviterId)
  await keepLanguage(trx, memberId, language)
  await insertAcceptedTerms(trx, { memberId, version: TERMS_IN_FORCE.version })
  return memberId
}

/** The first mail is sent before a member can choose a language. English is the default and is not stored. */
async function keepLanguage(trx: Trx, memberId: string, language: Language | undefined): Promise<void> {
  if (language && language !== 'en') await upsertSettings(trx, memberId, { language })
}

/** @throws AppError CLOSED while the installation is being set up, or an owner has closed sign-up */
async function requireSignUpOpen({ product }: Deps): Promise<void> {
  if (!(await product()).isSignUpOpen) throw new AppError('CLOSED', { what: 'signUp' })
}

/**
 * Job: tell the owner of an address that someone tried to sign up with it, at most once an hour, so that repeated attempts
 * do not fill the mailbox.
 */
export async function sendAddressTaken(deps: Deps, { email }: { email: string }): Promise<void> {
  const found = await findMemberByEmail(deps.db, email)
  if (!found || !(await mayMail(deps, email))) return
  try {
    await deps.mail('sendAddressTaken', { to: email, firstName: found.firstName })
  } catch (error) {
    await forgetAttempts(deps, 'address-taken-mail', email)
    throw error
  }
}

async function mayMail(deps: Deps, email: string): Promise<boolean> {
  try {
    await reserveAttempt(deps, 'address-taken-mail', email)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'THROTTLED') return false
    throw error
  }
}

/**
 * Find the inviter of a code. Whether their account is in good standing is checked when a bonus is due: friends are not
 * told what happened to their inviter.
 * @throws AppError INVALID_INPUT for an unknown code
 */
async function getInviter({ db }: Pick<Deps, 'db'>, code: string): Promise<string> {
  const memberId = await findInviter(db, code)
  if (memberId) return memberId
  throw invalidField('referralCode', 'INVITE_CODE_UNKNOWN')
}

/**
 * Record who invited a new member, replacing the inviter of an earlier sign-up. The caller makes sure that the account
 * is new or was never used.
 */
export async function keepInviter(trx: Trx, friendId: string, inviterId: string | undefined): Promise<void> {
  await deleteReferral(trx, friendId)
  // A new sign-up with an unverified address and its own code. An error would reveal whose code it is.
  if (inviterId === undefined || inviterId === friendId) return
  await insertReferral(trx, { memberId: inviterId, friendId })
}
