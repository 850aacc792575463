import type { StaffSession } from '@chuma/contract/admin/admin'
import {
  type CompleteSetUpStepInput,
  type FirstOwnerInput,
  type MailTest,
  type PayoutTest,
  SET_UP_STEPS,
  type SetUpState,
} from '@chuma/contract/admin/set-up'
import { STAFF_PASSWORD_LENGTH } from '@chuma/contract/auth/auth-rules'
import type { PhoneMethod } from '@chuma/contract/wallet/wallet'
import type { Db } from '@chuma/db/client'
import { insertAuditEntry, recordAct } from '@chuma/db/queries/admin/audit'
import { findChosenEconomy } from '@chuma/db/queries/admin/economy'
import {
  deleteSetUpLinks,
  getSetUp as getStoredSetUp,
  hasStaff,
  isLinkOpen,
  keepDoneSteps,
  keepFirstOwner,
  lockSetUp,
  finishSetUp as markFinished,
  setSignUpOpen,
} from '@chuma/db/queries/admin/set-up'
import { insertStaff } from '@chuma/db/queries/admin/staff'
import { insertStaffSession } from '@chuma/db/queries/admin/staff-sessions'
import { insertPerson } from '@chuma/db/queries/auth/people'
import { AppError, invalidField } from '../../app-error.ts'
import { checkNewPassword } from '../../auth/passwords/new-password.ts'
import { createToken, hashToken } from '../../auth/sessions.ts'
import { requireStaff } from '../../auth/staff.ts'
import { reserveAttempt, toSource } from '../../auth/throttle.ts'
import type { Caller, StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { requireChosenEconomy } from '../../economy.ts'
import { announceShared } from '../../live/cached.ts'
import { readUsername } from '../staff/manage-staff.ts'

/**
 * Create the first owner with a set-up link, and sign them in. Of concurrent uses of one link, or of several links, one
 * succeeds: they wait for the same row. All links die with it.
 * @throws AppError SET_UP_CLOSED, SET_UP_LINK_INVALID, THROTTLED; INVALID_INPUT for a username or a password that is not good
 * enough for an account that has no second factor yet
 */
export async function createFirstOwner(
  deps: Deps,
  caller: Caller,
  input: FirstOwnerInput,
): Promise<StaffSession> {
  await reserveAttempt(deps, 'set-up-address', caller.address)
  // Before the password is hashed, which is costly.
  await requireOpenLink(deps.db, input.token)
  const username = readUsername(input.username)
  checkOwnerPassword(input.password)
  const passwordHash = await deps.passwords.hash(input.password, {
    room: 'staff',
    source: toSource(caller.address),
  })
  return deps.db.transaction().execute(async (trx) => {
    await lockSetUp(trx)
    await requireOpenLink(trx, input.token)
    const personId = await insertPerson(trx)
    const owner = await insertStaff(trx, {
      username,
      passwordHash,
      role: 'owner',
      email: input.email,
      passwordDays: null,
      personId,
    })
    if (!owner) throw invalidField('username', 'NAME_TAKEN')
    const { id, role } = owner
    await keepFirstOwner(trx, id)
    await deleteSetUpLinks(trx)
    const { token, tokenHash } = createToken('a', id)
    const { address, userAgent } = caller
    await insertStaffSession(trx, { staffId: id, tokenHash, address, userAgent, isSteppedUp: true })
    const name = `staff:${username}`
    await insertAuditEntry(trx, {
      actor: name,
      action: 'set-up.owner-created',
      subject: name,
      after: { role },
      address,
    })
    return { token, admin: { id, username, role } }
  })
}

function checkOwnerPassword(password: string): void {
  const { alone: min } = STAFF_PASSWORD_LENGTH
  if (password.length < min) throw invalidField('password', 'TOO_SHORT', { min })
  checkNewPassword(password)
}

/**
 * Require a link that can still create the first owner.
 * @throws AppError SET_UP_CLOSED once there is staff, whatever the token: a link in an old log is worth nothing;
 * SET_UP_LINK_INVALID
 */
async function requireOpenLink(db: Db, token: string): Promise<void> {
  const { ownerId, finishedAt } = await getStoredSetUp(db)
  if (ownerId && !finishedAt) throw new AppError('SET_UP_CLOSED', { why: 'ownerExists' })
  if (finishedAt || (await hasStaff(db))) throw new AppError('SET_UP_CLOSED')
  if (!(await isLinkOpen(db, hashToken(token)))) throw new AppError('SET_UP_LINK_INVALID')
}

/**
 * Ask the payout provider for an access token. Moves no money. Its address comes from the environment, never from the caller.
 * @throws AppError of `requireSetUpOwner`; THROTTLED
 */
export async function testPayouts(deps: Deps, caller: Caller, method?: PhoneMethod): Promise<PayoutTest> {
  const owner = await requireSetUpOwner(deps.db, caller)
  await reserveAttempt(deps, 'set-up-test-account', owner.name)
  await logTest(deps, owner, { of: 'payouts' })
  return deps.installation.testPayouts(method)
}

/**
 * Send a test mail through the mail server of the environment, and tell what the server answered.
 * @throws AppError of `requireSetUpOwner`; THROTTLED
 */
export async function sendTestMail(deps: Deps, caller: Caller, { to }: { to: string }): Promise<MailTest> {
  const owner = await requireSetUpOwner(deps.db, caller)
  if (deps.installation.mail.server === null) return { outcome: 'not-configured' }
  await reserveAttempt(deps, 'set-up-test-account', owner.name)
  await logTest(deps, owner, { of: 'mail', to })
  const sent = await deps.installation.sendTestMail({ to, language: caller.language ?? null })
  return sent.outcome === 'accepted'
    ? { outcome: 'accepted' }
    : { outcome: sent.outcome, reason: sent.reason }
}

type Test = { of: 'payouts' | 'mail'; to?: string }

/** Before it is made: a test leaves the house, so it is never without a trace. */
async function logTest({ db }: Deps, { name, address }: StaffActor, after: Test): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      insertAuditEntry(trx, { actor: name, action: 'set-up.tested', subject: 'set-up', after, address }),
    )
}

/**
 * Require an owner with a second factor, while the set-up lasts. The link is no longer enough: it was in a log.
 * @throws AppError NOT_SIGNED_IN, FORBIDDEN, SECOND_FACTOR_MISSING, SET_UP_CLOSED once it is finished
 */
async function requireSetUpOwner(db: Db, caller: Caller): Promise<StaffActor> {
  const owner = requireStaff(caller, 'staff:manage')
  requireUnfinished(await getStoredSetUp(db))
  if (!caller.staff?.isSecondFactorOn) throw new AppError('SECOND_FACTOR_MISSING')
  return owner
}

type SetUp = Awaited<ReturnType<typeof getStoredSetUp>>

/** @throws AppError SET_UP_CLOSED */
function requireUnfinished({ ownerId, finishedAt }: SetUp): void {
  if (!isUnfinished({ ownerId, finishedAt })) throw new AppError('SET_UP_CLOSED')
}

/** Whether a browser has begun the set-up and not finished it. */
export function isUnfinished({ ownerId, finishedAt }: Pick<SetUp, 'ownerId' | 'finishedAt'>): boolean {
  return ownerId !== null && finishedAt === null
}

/**
 * Go live: end the set-up, for good, and open sign-up if the owner wants it now.
 * @throws AppError of `requireSetUpOwner`; SET_UP_INCOMPLETE, naming the first step that is not decided
 */
export async function finishSetUp(
  deps: Deps,
  caller: Caller,
  { isSignUpOpen }: { isSignUpOpen: boolean },
): Promise<SetUpState> {
  const owner = await requireSetUpOwner(deps.db, caller)
  await deps.db.transaction().execute(async (trx) => {
    const setUp = await lockSetUp(trx)
    requireUnfinished(setUp)
    const open = SET_UP_STEPS.find((step) => !setUp.doneSteps.includes(step))
    if (open) throw new AppError('SET_UP_INCOMPLETE', { step: open })
    await markFinished(trx)
    await setSignUpOpen(trx, isSignUpOpen)
    await recordAct(trx, owner, { action: 'set-up.finished', subject: 'set-up', after: { isSignUpOpen } })
  })
  await announceShared(deps, 'product')
  return getSetUp(deps)
}

/** Show what is done and what the environment says. For owners; names of variables, never their values. */
export async function getSetUp(deps: Deps): Promise<SetUpState> {
  const { publicUrl, payouts, mail } = deps.installation
  const setUp = await getStoredSetUp(deps.db)
  return {
    isFinished: !isUnfinished(setUp),
    doneSteps: SET_UP_STEPS.filter((step) => setUp.doneSteps.includes(step)),
    publicUrl,
    isVerificationRequired: deps.accounts.isVerificationRequired,
    payouts: { ...payouts, methods: [...deps.payouts.methods] },
    mail,
    isFirstEconomy: (await findChosenEconomy(deps.db)) === undefined,
  }
}

/**
 * Record that the owner has decided a step, so that they can continue later and elsewhere. A step can be decided again.
 * @throws AppError of `requireSetUpOwner`; ECONOMY_UNCHOSEN for `economy` before an owner has chosen the rates
 */
export async function completeSetUpStep(
  deps: Deps,
  caller: Caller,
  { step }: CompleteSetUpStepInput,
): Promise<SetUpState> {
  const owner = await requireSetUpOwner(deps.db, caller)
  await deps.db.transaction().execute(async (trx) => {
    const setUp = await lockSetUp(trx)
    requireUnfinished(setUp)
    if (step === 'economy') await requireChosenEconomy({ ...deps, db: trx })
    await keepDoneSteps(trx, [...new Set([...setUp.doneSteps, step])])
    await recordAct(trx, owner, { action: 'set-up.step-done', subject: 'set-up', after: { step } })
  })
  return getSetUp(deps)
}

/**
 * Check a link before its form is shown. Changes nothing: the link works until the owner exists.
 * @throws AppError SET_UP_CLOSED, SET_UP_LINK_INVALID, THROTTLED
 */
export async function openSetUpLink(
  deps: Deps,
  caller: Caller,
  { token }: { token: string },
): Promise<{ isOpen: true }> {
  await reserveAttempt(deps, 'set-up-address', caller.address)
  await requireOpenLink(deps.db, token)
  return { isOpen: true }
}
