import type {
  AddMemberNoteInput,
  adminMember,
  adminUser,
  ListMembersInput,
  memberNote,
  memberStanding,
  SuspendMemberInput,
} from '@chuma/contract/account/members'
import { type Answer, id } from '@chuma/contract/fields'
import { kenyanPhone } from '@chuma/contract/wallet/destination-codes'
import type { Trx } from '@chuma/db/client'
import {
  findAdminMember,
  getMemberSessions,
  listAdminUsers,
  type MemberSearch,
} from '@chuma/db/queries/account/admin-members'
import {
  findSuspensionNews,
  getNote,
  insertNote,
  lockMemberStanding,
  setSuspension,
} from '@chuma/db/queries/account/member-standing'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { revokeAllSessions } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { listDestinations } from '@chuma/db/queries/wallet/destinations'
import { AppError, orRefuse } from '../app-error.ts'
import { nameDevice } from '../auth/sessions.ts'
import { requireAnother } from '../auth/staff.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { doOnce, type Once } from '../idempotency/do-once.ts'
import { notice } from '../notice.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { hashDestination, openDestination } from './destinations.ts'

/**
 * Sign a member out everywhere until they are restored, and mail them the reason. They keep their points. An admin role
 * has to be removed first, by an owner: otherwise staff who can suspend could shut out owners.
 * @throws AppError NOT_FOUND, FORBIDDEN, ACCOUNT_STATE if they are suspended already
 */
export function suspendMember({ db }: Deps, actor: StaffActor, { memberId, reason }: SuspendMemberInput) {
  return db.transaction().execute(async (trx) => {
    const { email, adminRole, suspendedAt } = await lockStanding(trx, memberId)
    if (adminRole) {
      throw new AppError('FORBIDDEN', { why: 'adminRole' })
    }
    if (suspendedAt) throw new AppError('ACCOUNT_STATE')
    const suspended = await setSuspension(trx, memberId, reason)
    await revokeAllSessions(trx, memberId)
    await insertJob(trx, 'send-account-suspended', { memberId, email })
    await recordAct(trx, actor, { action: 'member.suspended', subject: `member:${memberId}`, reason })
    return suspended
  })
}

/** @throws AppError NOT_FOUND if there is no such member, or they were erased */
export async function lockStanding(trx: Trx, memberId: string): Promise<Answer<typeof memberStanding>> {
  const standing = orRefuse(await lockMemberStanding(trx, memberId), 'NOT_FOUND')
  return standing
}

/**
 * Add a note for other staff about a member. It cannot be changed, and the member's data export contains it.
 * @throws AppError NOT_FOUND
 */
export function addMemberNote(
  { db, secrets }: Deps,
  staff: StaffActor,
  { idempotencyKey: key, memberId, note }: AddMemberNoteInput & Once,
): Promise<Answer<typeof memberNote>> {
  return db.transaction().execute(async (trx) => {
    await lockStanding(trx, memberId)
    const request = { memberId, note }
    const keyed = { secrets, caller: staff.name, operation: 'add-member-note', key, request }
    const noteId = await doOnce(trx, keyed, async () => {
      const added = await insertNote(trx, { memberId, note, author: staff.name })
      await recordAct(trx, staff, {
        action: 'member.noted',
        subject: `member:${memberId}`,
        after: { noteId: added.id },
      })
      return added.id
    })
    return getNote(trx, { memberId, noteId })
  })
}

/**
 * End a suspension. The member is told by mail and can sign in again.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ACCOUNT_STATE if they are not suspended
 */
export async function restoreMember({ db }: Deps, actor: StaffActor, { memberId }: { memberId: string }) {
  await requireAnother(db, actor, memberId)
  return db.transaction().execute(async (trx) => {
    const { email, suspendedAt, suspensionReason } = await lockStanding(trx, memberId)
    if (!suspendedAt) throw new AppError('ACCOUNT_STATE')
    const restored = await setSuspension(trx, memberId, null)
    await insertJob(trx, 'send-account-restored', { memberId, email })
    await recordAct(trx, actor, {
      action: 'member.restored',
      subject: `member:${memberId}`,
      before: { suspendedAt, suspensionReason },
    })
    return restored
  })
}

/** List members that match all filters, in the requested order. */
export function listMembers(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { search, ...filter }: ListMembersInput,
): Promise<Answer<typeof adminUser>[]> {
  return listAdminUsers(db, {
    ...filter,
    search: search === undefined ? undefined : readMemberSearch(secrets, search),
  })
}

/** An id identifies one member, and a phone number those who named it as a destination. Anything else is part of a name or an address. */
export function readMemberSearch(secrets: Pick<Secrets, 'hash'>, text: string): MemberSearch {
  const memberId = id.safeParse(text)
  if (memberId.success) return { memberId: memberId.data }
  const phone = kenyanPhone.safeParse(text)
  if (phone.success) {
    const mpesaNumber = phone.data
    return { mpesaNumber, hashes: hashDestination(secrets, { method: 'mpesa', value: mpesaNumber }) }
  }
  const words = text.split(/\s+/)
  // The trigram index needs words of three letters: with a shorter word the whole text is one search term.
  return { words: words.every((word) => word.length >= 3) ? words : [text] }
}

/**
 * Sign a member out everywhere, for example after they lost their phone. They can sign in again.
 * @throws AppError NOT_FOUND
 */
export async function endMemberSessions({ db }: Deps, actor: StaffActor, { memberId }: { memberId: string }) {
  await db.transaction().execute(async (trx) => {
    await lockStanding(trx, memberId)
    await revokeAllSessions(trx, memberId)
    await recordAct(trx, actor, { action: 'member.sessions-ended', subject: `member:${memberId}` })
  })
  return { message: notice('MEMBER_SIGNED_OUT') }
}

type MailToMember = { memberId: string; email: string }

/** Job: mail a member that they are suspended, and why. Skipped if they have been restored since. */
export async function sendAccountSuspended(deps: Deps, { memberId, email }: MailToMember): Promise<void> {
  const news = await findSuspensionNews(deps.db, memberId)
  if (!news?.suspensionReason) return
  const { firstName, suspensionReason } = news
  await deps.mail('sendAccountSuspended', { to: email, firstName, reason: suspensionReason })
}

/** Job: mail a member that they can sign in again. Skipped if they have been suspended again. */
export async function sendAccountRestored(deps: Deps, { memberId, email }: MailToMember): Promise<void> {
  const news = await findSuspensionNews(deps.db, memberId)
  if (!news || news.suspensionReason) return
  await deps.mail('sendAccountRestored', { to: email, firstName: news.firstName })
}

/** @throws AppError NOT_FOUND */
export async function getMember(
  deps: Pick<Deps, 'db' | 'secrets' | 'reportFailure'>,
  { memberId }: { memberId: string },
): Promise<Answer<typeof adminMember>> {
  const member = orRefuse(await findAdminMember(deps.db, memberId), 'NOT_FOUND')
  const named = (await listDestinations(deps.db, memberId)).filter(({ method }) => method === 'mpesa')
  return { ...member, mpesaNumbers: named.flatMap((row) => openDestination(deps, row).value ?? []) }
}

/** List where a member signed in, by device name, and which other members used the same device. */
export async function listMemberSessions({ db }: Deps, { memberId }: { memberId: string }) {
  const { sessions, others } = await getMemberSessions(db, memberId)
  return {
    sessions: sessions.map(({ userAgent, ...session }) => ({ ...session, device: nameDevice(userAgent) })),
    others,
  }
}
