import { randomUUID } from 'node:crypto'
import type {
  AddMemberNoteInput,
  adminMember,
  adminUser,
  EditEarningsInput,
  ListMembersInput,
  memberNote,
  memberSessions,
  memberStanding,
  SuspendMemberInput,
} from '@chuma/contract/account/members'
import { id } from '@chuma/contract/fields'
import type { Answer } from '@chuma/contract/timestamp'
import { kenyanPhone } from '@chuma/contract/wallet/kenyan-phone'
import type { Trx } from '@chuma/db/client'
import {
  findAdminMember,
  getAdminUser,
  getEditedNumbers,
  getMemberSessions,
  insertCorrection,
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
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { revokeAllSessions } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { lockPayoutsOf } from '@chuma/db/queries/payouts/payout-pauses'
import { listDestinations } from '@chuma/db/queries/wallet/destinations'
import { AppError, invalidField } from '../app-error.ts'
import { exceedsDay } from '../approvals/limits.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import type { ApprovedBy } from '../approvals/transitions.ts'
import { nameDevice } from '../auth/sessions.ts'
import { requireAnother, type StaffActor } from '../auth/staff.ts'
import type { Deps } from '../deps.ts'
import { doOnce, type Once } from '../idempotency/do-once.ts'
import { type Notice, notice } from '../notice.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { openDestination } from '../wallet/destinations/decide-destination.ts'
import { hashDestination } from '../wallet/destinations/name-destination.ts'
import { postPoints } from '../wallet/post-points.ts'

type Numbers = { totalEarnings: number; points: number }

/**
 * Set a member's available points and total, independently (SPEC §5, §7). The difference in points is a posting, whose
 * reason the member reads. Holds the wallet's lock. Setting the current values changes nothing, so calls can be repeated.
 * Above the day's limit of the caller's person it waits for a second person.
 * @throws AppError NOT_FOUND, FORBIDDEN for the caller's own points, APPROVAL_PENDING, MEMBER_STATE if the numbers differ from `from`,
 * INVALID_INPUT for numbers below zero
 */
export function editEarnings(
  deps: Deps,
  staff: StaffActor,
  input: EditEarningsInput,
): Promise<Answer<typeof adminUser>> {
  const { memberId, reason, from, ...wish } = input
  return orAskAnother(deps, staff, async (deps) => {
    await requireAnother(deps.db, staff, memberId)
    const terms = await deps.economy()
    return deps.db.transaction().execute(async (trx) => {
      if (!(await lockPayoutsOf(trx, memberId))) throw new AppError('NOT_FOUND')
      const before = await getEditedNumbers(trx, memberId)
      if (from && !isSame(from, before)) throw new AppError('MEMBER_STATE')
      refuseDebt(wish, before)
      // An approval is used up all the same: of two at once the second finds the values of the first.
      if (isSame(wish, before) && !staff.approval) return getAdminUser(trx, memberId)
      const amountKes = Math.abs(wish.points - before.points) * terms.kesPerPoint
      const approved = await passApproval(
        trx,
        {
          kind: 'edit-earnings',
          subject: `member:${memberId}`,
          payload: input,
          before,
          after: wish,
          amountKes,
          reason,
        },
        {
          isAboveLimit: () => exceedsDay(deps, trx, { staff, limited: 'adjustments', amountKes, terms }),
          staff,
        },
      )
      await correct(trx, { staff, memberId, reason, before, after: wish, acts: { amountKes, ...approved } })
      return getAdminUser(trx, memberId)
    })
  })
}

function isSame(one: Numbers, other: Numbers): boolean {
  return one.totalEarnings === other.totalEarnings && one.points === other.points
}

/** Only a partner's reversal can make a balance negative: an edit must neither create a debt nor leave part of one. */
function refuseDebt(wish: Numbers, before: Numbers): void {
  if (wish.points < 0 && wish.points !== before.points) {
    throw invalidField('points', 'BALANCE_BELOW_ZERO')
  }
  if (wish.totalEarnings < 0 && wish.totalEarnings !== before.totalEarnings) {
    throw invalidField('totalEarnings', 'TOTAL_BELOW_ZERO')
  }
}

type Correction = {
  staff: StaffActor
  memberId: string
  reason: string
  before: Numbers
  after: Numbers
  /** What it is worth, and who approved it. */
  acts: ApprovedBy & { amountKes: number }
}

async function correct(
  trx: Trx,
  { staff, memberId, reason, before, after, acts }: Correction,
): Promise<void> {
  const correctionId = randomUUID()
  if (after.points !== before.points) {
    await postPoints(trx, {
      memberId,
      kind: 'adjustment',
      availableDelta: after.points - before.points,
      heldDelta: 0,
      houseAccount: 'adjustments',
      sourceKey: `correction:${correctionId}`,
      description: 'Corrected by our staff',
      subjectId: correctionId,
      actor: staff.name,
    })
  }
  await insertCorrection(trx, {
    memberId,
    correctionId,
    totalBefore: before.totalEarnings,
    totalAfter: after.totalEarnings,
    pointsBefore: before.points,
    pointsAfter: after.points,
    reason,
    actor: staff.name,
  })
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: 'member.earnings-edited',
    subject: `member:${memberId}`,
    before,
    after: { ...after, ...acts },
    reason,
    address: staff.address,
  })
}

/**
 * Sign a member out everywhere until they are restored, and mail them the reason. They keep their points. An admin role
 * has to be removed first, by an owner: otherwise staff who can suspend could shut out owners.
 * @throws AppError NOT_FOUND, FORBIDDEN, ACCOUNT_STATE if they are suspended already
 */
export function suspendMember(
  { db }: Deps,
  actor: StaffActor,
  { memberId, reason }: SuspendMemberInput,
): Promise<Answer<typeof memberStanding>> {
  return db.transaction().execute(async (trx) => {
    const { email, adminRole, suspendedAt } = await lockStanding(trx, memberId)
    if (adminRole) {
      throw new AppError('FORBIDDEN', { why: 'adminRole' })
    }
    if (suspendedAt) throw new AppError('ACCOUNT_STATE')
    const suspended = await setSuspension(trx, memberId, reason)
    await revokeAllSessions(trx, memberId)
    await insertJob(trx, 'send-account-suspended', { memberId, email })
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'member.suspended',
      subject: `member:${memberId}`,
      reason,
      address: actor.address,
    })
    return suspended
  })
}

/** @throws AppError NOT_FOUND if there is no such member, or they were erased */
export async function lockStanding(trx: Trx, memberId: string): Promise<Answer<typeof memberStanding>> {
  const standing = await lockMemberStanding(trx, memberId)
  if (!standing) throw new AppError('NOT_FOUND')
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
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'member.noted',
        subject: `member:${memberId}`,
        after: { noteId: added.id },
        address: staff.address,
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
export async function restoreMember(
  { db }: Deps,
  actor: StaffActor,
  { memberId }: { memberId: string },
): Promise<Answer<typeof memberStanding>> {
  await requireAnother(db, actor, memberId)
  return db.transaction().execute(async (trx) => {
    const { email, suspendedAt, suspensionReason } = await lockStanding(trx, memberId)
    if (!suspendedAt) throw new AppError('ACCOUNT_STATE')
    const restored = await setSuspension(trx, memberId, null)
    await insertJob(trx, 'send-account-restored', { memberId, email })
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'member.restored',
      subject: `member:${memberId}`,
      before: { suspendedAt, suspensionReason },
      address: actor.address,
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
export async function endMemberSessions(
  { db }: Deps,
  actor: StaffActor,
  { memberId }: { memberId: string },
): Promise<{ message: Notice }> {
  await db.transaction().execute(async (trx) => {
    await lockStanding(trx, memberId)
    await revokeAllSessions(trx, memberId)
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'member.sessions-ended',
      subject: `member:${memberId}`,
      address: actor.address,
    })
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
  const member = await findAdminMember(deps.db, memberId)
  if (!member) throw new AppError('NOT_FOUND')
  const named = (await listDestinations(deps.db, memberId)).filter(({ method }) => method === 'mpesa')
  return { ...member, mpesaNumbers: named.flatMap((row) => openDestination(deps, row).value ?? []) }
}

/** List where a member signed in, by device name, and which other members used the same device. */
export async function listMemberSessions(
  { db }: Deps,
  { memberId }: { memberId: string },
): Promise<Answer<typeof memberSessions>> {
  const { sessions, others } = await getMemberSessions(db, memberId)
  return {
    sessions: sessions.map(({ userAgent, ...session }) => ({ ...session, device: nameDevice(userAgent) })),
    others,
  }
}
