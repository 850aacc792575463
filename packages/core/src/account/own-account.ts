import type { ChangePasswordInput, settings, UpdateSettingsInput } from '@chuma/contract/account/account'
import {
  ACHIEVEMENTS,
  type Achievement,
  type editableUser,
  PROFILE_ITEMS,
  type ProfileCompletion,
  type profile,
  type UpdateProfileInput,
} from '@chuma/contract/account/profile'
import type { session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/fields'
import type { Trx } from '@chuma/db/client'
import {
  findMemberByEmail,
  lockMember,
  replacePasswordHash,
  selectEditableUser,
} from '@chuma/db/queries/account/members'
import {
  getSettings as getChosenSettings,
  getSettingsAndTerms,
  getUserAndActivity,
  updateNames,
  upsertSettings,
} from '@chuma/db/queries/account/profile'
import { countRecentLinks, expireLinks, insertLink, rekeyEmailChange } from '@chuma/db/queries/auth/links'
import {
  listOpenSessions,
  revokeOtherSessions,
  revokeSession,
  revokeSessionById,
} from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { AppError } from '../app-error.ts'
import { checkNewPassword, renewCredentials, withOwnPassword } from '../auth/passwords/new-password.ts'
import {
  createToken,
  nameDevice,
  requireLiveSession,
  requireMember,
  SESSION_TERMS,
} from '../auth/sessions.ts'
import { sendAddressTaken } from '../auth/sign-up.ts'
import { toSource } from '../auth/throttle.ts'
import type { Caller, SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notice } from '../notice.ts'
import { describeTerms, getMemberTerms } from './terms.ts'

type EditableUser = Answer<typeof editableUser>

/** Load everything on the profile page. It values a point at `profileKesPerPoint` (docs/decisions/0001). */
export async function getProfile(deps: Deps, { memberId }: SignedInMember): Promise<Answer<typeof profile>> {
  const { profileKesPerPoint } = await deps.economy()
  const { user: read, recentActivity } = await getUserAndActivity(deps.db, memberId)
  const { premiumUntil, ...user } = read
  const { totalEarnings, thisMonthEarnings, rating } = user
  return {
    user,
    premiumUntil,
    stats: { totalEarnings, thisMonthEarnings, rating },
    achievements: listAchievements(user),
    recentActivity,
    completion: measureCompletion(user),
    earningsKes: totalEarnings * profileKesPerPoint,
  }
}

function listAchievements({ surveysCompleted, totalEarnings }: EditableUser): Achievement[] {
  const bySurveys = (['first-survey', 'survey-rookie', 'survey-expert'] as const).map((id) => ({
    id,
    threshold: ACHIEVEMENTS[id],
    current: surveysCompleted,
    isEarned: surveysCompleted >= ACHIEVEMENTS[id],
  }))
  const threshold = ACHIEVEMENTS['top-earner']
  const isEarned = totalEarnings > threshold
  return [...bySurveys, { id: 'top-earner', threshold, current: totalEarnings, isEarned }]
}

function measureCompletion(user: EditableUser): ProfileCompletion {
  const missing = PROFILE_ITEMS.filter((item) =>
    item === 'emailVerified' ? !user.isEmailVerified : user[item].trim() === '',
  )
  return { percent: 100 - (100 / PROFILE_ITEMS.length) * missing.length, missing }
}

/**
 * Set a new password for a member who knows the old one. All sessions and open links end, and the caller gets a new
 * session. Of concurrent changes one succeeds.
 * @throws AppError INVALID_INPUT for a common password; WRONG_PASSWORD; THROTTLED; NOT_SIGNED_IN if a concurrent call
 * ended this session
 */
export async function changePassword(
  deps: Deps,
  caller: Caller,
  { currentPassword, newPassword, rememberDevice }: ChangePasswordInput,
): Promise<Answer<typeof session>> {
  const { memberId, tokenHash } = requireMember(caller)
  checkNewPassword(newPassword, 'newPassword')
  return withOwnPassword(deps, { caller, password: currentPassword }, async (checked) => {
    const fresh = await deps.passwords.hash(newPassword, {
      room: 'members',
      source: toSource(caller.address),
    })
    return deps.db.transaction().execute(async (trx) => {
      const member = await lockMember(trx, memberId)
      const isStillOpen = await revokeSession(trx, { memberId, tokenHash })
      if (!member || !isStillOpen) throw new AppError('NOT_SIGNED_IN')
      const isReplaced = await replacePasswordHash(trx, memberId, { checked, fresh })
      if (!isReplaced) throw new AppError('WRONG_PASSWORD')
      return renewCredentials(trx, caller, { ...member, rememberDevice, change: 'password-changed' })
    })
  })
}

type Request = { memberId: string; newEmail: string }

/**
 * Job: mail the new address a link that moves the account to it, or tell the owner of a taken address. Skipped if the
 * request was replaced, used or ended. A retry mails a new token, because the previous mail may not have arrived; the
 * previous token stops working.
 */
export async function sendEmailChange(deps: Deps, request: Request): Promise<void> {
  const made = await deps.db.transaction().execute((trx) => createEmailChangeToken(trx, request))
  if (!made) return
  const { newEmail } = request
  const owner = await findMemberByEmail(deps.db, newEmail)
  if (owner) return sendAddressTaken(deps, { email: newEmail })
  const { expiresInMinutes } = EMAIL_CHANGE
  const { language } = await getChosenSettings(deps.db, request.memberId)
  await deps.mail('sendEmailChange', { to: newEmail, ...made, language, expiresInMinutes })
}

async function createEmailChangeToken(trx: Trx, { memberId, newEmail }: Request) {
  const member = await lockMember(trx, memberId)
  if (!member || member.isSuspended || member.deletionDueAt) return null
  const { token, tokenHash } = createToken('l', memberId)
  const { expiresInMinutes } = EMAIL_CHANGE
  const isOpen = await rekeyEmailChange(trx, { memberId, newEmail, tokenHash, expiresInMinutes })
  return isOpen ? { firstName: member.firstName, token } : null
}

/** Longer than for other links: the new mailbox may be on another device, or not set up yet. */
const EMAIL_CHANGE = { expiresInMinutes: 60, requestsPerHour: 5 }

/**
 * Change names and country, all or nothing. A new email address only gets a link: someone at an unlocked screen cannot take
 * over the account.
 * @throws AppError THROTTLED if the address was changed too often; NOT_SIGNED_IN if the session ended meanwhile
 */
export function updateProfile(deps: Deps, member: SignedInMember, { email, ...names }: UpdateProfileInput) {
  const { memberId } = member
  return deps.db.transaction().execute(async (trx) => {
    await requestEmailChange(trx, { memberId }, email)
    await requireLiveSession(trx, member)
    await updateNames(trx, memberId, names)
    const { premiumUntil: _, ...user } = await selectEditableUser(trx, memberId).executeTakeFirstOrThrow()
    return user
  })
}

/**
 * Mail `newEmail` a link to confirm, and tell the current address. Nothing else changes until the link is opened; only the
 * last request counts. The answer does not show whether the address is taken: the job finds out and tells only its owner.
 * @throws AppError THROTTLED for the sixth in an hour, because each mails someone who may not have asked
 */
export async function requestEmailChange(trx: Trx, { memberId }: { memberId: string }, newEmail: string) {
  const member = await lockMember(trx, memberId)
  if (!member || member.email === newEmail) return
  const purpose = 'change-email'
  const recent = await countRecentLinks(trx, { memberId, purpose, minutes: 60 })
  if (recent >= EMAIL_CHANGE.requestsPerHour) {
    throw new AppError('THROTTLED', { retryAfterSeconds: 60 * 60 })
  }

  await expireLinks(trx, { memberId, purposes: [purpose] })
  // The request is stored as a link with an unknown token, which the mailing job replaces.
  const { tokenHash } = createToken('l', memberId)
  const { expiresInMinutes } = EMAIL_CHANGE
  const { createdAt } = await insertLink(trx, { memberId, purpose, newEmail, tokenHash, expiresInMinutes })
  await insertJob(trx, 'send-email-change', { memberId, newEmail })
  const notice = { memberId, email: member.email, newEmail, since: createdAt.toISOString() }
  await insertJob(trx, 'send-email-change-notice', notice)
}

/**
 * Sign the member out on one device, immediately.
 * @throws AppError NOT_FOUND if it is signed out already, or belongs to someone else
 */
export async function endSession({ db }: Deps, { memberId }: SignedInMember, { id }: { id: string }) {
  const isEnded = await revokeSessionById(db, { memberId, sessionId: id })
  if (!isEnded) throw new AppError('NOT_FOUND')
  return { message: notice('DEVICE_SIGNED_OUT') }
}

/** List the member's sessions, the most recently used first, without expired ones. */
export async function listSessions({ db }: Deps, member: SignedInMember) {
  const sessions = await listOpenSessions(db, member, SESSION_TERMS.idleDays)
  return sessions.map(({ userAgent, ...session }) => ({ ...session, device: nameDevice(userAgent) }))
}

/** Change the given settings and keep the others, even with concurrent changes. */
export async function updateSettings(
  { db }: Deps,
  { memberId }: SignedInMember,
  change: UpdateSettingsInput,
): Promise<Answer<typeof settings>> {
  const chosen = await upsertSettings(db, memberId, change)
  return { ...chosen, terms: await getMemberTerms(db, memberId) }
}

/** Read a member's settings, with what they know of the terms: the page that opens needs both. */
export async function getSettings({ db }: Pick<Deps, 'db'>, { memberId }: Pick<SignedInMember, 'memberId'>) {
  const { settings, answered } = await getSettingsAndTerms(db, memberId)
  return { ...settings, terms: describeTerms(answered) }
}

/** Sign the member out on all other devices, immediately. */
export async function endOtherSessions({ db }: Deps, member: SignedInMember): Promise<{ message: Notice }> {
  await revokeOtherSessions(db, member)
  return { message: notice('OTHER_DEVICES_SIGNED_OUT') }
}
