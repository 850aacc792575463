import { listMemberNotesInput, listMemberWorkInput } from '@chuma/contract/account/members'
import { listMemberAudit, listMemberWork } from '@chuma/db/queries/account/admin-members'
import { listNotes } from '@chuma/db/queries/account/member-standing'
import { countStaffFigures, getAdminStats } from '@chuma/db/queries/admin/admin'
import { findPersonOf } from '@chuma/db/queries/auth/people'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { listActivity } from '@chuma/db/queries/wallet/wallet'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setMemberRole } from '../../admin/staff/set-member-role.ts'
import { givenStaff, identifyStaff, listAudit } from '../../admin/testing.ts'
import { logIn } from '../../auth/log-in.ts'
import { requireStaff } from '../../auth/staff.ts'
import { givenMemberWithPassword, givenSession, listJobs, visitor } from '../../auth/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { completeSurvey } from '../../surveys/complete-survey.ts'
import { givenSurvey, goodAnswers } from '../../surveys/testing.ts'
import { codeOf, createMailCapture, createTestDeps, givenMember, openTestDb } from '../../testing.ts'
import { nameDestination } from '../../wallet/destinations/name-destination.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import {
  addMemberNote,
  endMemberSessions,
  getMember,
  listMemberSessions,
  restoreMember,
  sendAccountRestored,
  sendAccountSuspended,
  suspendMember,
} from '../members.ts'
import { letDeletionCome } from '../testing.ts'

const { db, deps } = await openTestDb()
const nobody = '00000000-0000-4000-8000-000000000000'

test('a member’s page shows their wallet, their numbers and the reason for premium', async () => {
  const { memberId } = await givenMember(db, { points: 7 })
  const number = { memberId, method: 'mpesa', value: '254711000001' } as const
  await db.transaction().execute((trx) => nameDestination(trx, deps, number))
  await suspendMember(deps, finance, { memberId, reason: 'Two accounts' })
  expect(await getMember(deps, { memberId })).toMatchObject({
    id: memberId,
    points: 7,
    heldPoints: 0,
    mpesaNumbers: ['254711000001'],
    suspensionReason: 'Two accounts',
    isSuspended: true,
    premiumUntil: null,
    grants: [],
  })
  await expect(getMember(deps, { memberId: nobody })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a correction’s posting shows its reason to the member and to staff', async () => {
  const { memberId } = await givenMember(db, { points: 7 })
  await editEarnings(deps, finance, { memberId, totalEarnings: 0, points: 9, reason: 'Won the raffle' })
  const described = { description: 'Corrected by our staff: Won the raffle', points: 2 }
  expect((await listActivity(db, memberId, { limit: 5 }))[0]).toMatchObject(described)
  expect((await listTransactions(db, memberId, { limit: 5 }))[0]).toMatchObject(described)
})

test('notes are listed newest first, in pages, and never change', async () => {
  const { memberId } = await givenMember(db)
  for (const note of ['one', 'two', 'three']) await addMemberNote(deps, finance, { memberId, note })
  const list = (page: object) => listNotes(db, listMemberNotesInput.parse({ memberId, ...page }))
  const first = await list({ limit: 2 })
  expect(first.map(({ note, author }) => [note, author])).toEqual([
    ['three', finance.name],
    ['two', finance.name],
  ])
  expect((await list({ after: first[1]?.id })).map(({ note }) => note)).toEqual(['one'])
  await expect(sql`update member_note set note = 'x'`.execute(db)).rejects.toThrow('never changed')
  await expect(sql`delete from member_note`.execute(db)).rejects.toThrow('never changed')
  expect((await listAudit(db, `member:${memberId}`)).map(({ action }) => action)).toEqual(
    Array(3).fill('member.noted'),
  )
})

test('a note about an unknown member is refused', async () => {
  const note = addMemberNote(deps, finance, { memberId: nobody, note: 'x' })
  await expect(note).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a member’s surveys are listed newest first, in pages', async () => {
  const member = await givenMember(db)
  for (let n = 0; n < 3; n++) {
    const surveyId = await givenSurvey(db)
    await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  }
  const list = (page: object) =>
    listMemberWork(db, listMemberWorkInput.parse({ memberId: member.memberId, ...page }))
  const all = await list({})
  expect(all.map(({ state }) => state)).toEqual(Array(3).fill('completed'))
  const first = await list({ limit: 2 })
  expect([...first, ...(await list({ after: first[1]?.id }))]).toEqual(all)
  expect(await list({ kind: 'clicks' })).toEqual([])
  expect(await list({ kind: 'proofs' })).toEqual([])
})

test('only members with the same browser at the same address are listed as others', async () => {
  const [one, two, three, four] = await Promise.all(
    [1, 2, 3, 4].map(() => givenMember(db, { isSignedIn: false })),
  )
  if (!(one && two && three && four)) throw new Error('four were made')
  await givenSession(db, one.memberId, { address: '198.51.100.7', userAgent: 'Phone A' })
  await givenSession(db, two.memberId, { address: '198.51.100.7', userAgent: 'Phone A' })
  await givenSession(db, three.memberId, { address: '198.51.100.7', userAgent: 'Phone B' })
  await givenSession(db, four.memberId, { address: '198.51.100.8', userAgent: 'Phone A' })
  const { sessions, others } = await listMemberSessions(deps, one)
  expect(sessions).toMatchObject([{ address: '198.51.100.7', isOpen: true }])
  expect(others.map(({ id }) => id)).toEqual([two.memberId])
})

test('a member’s audit history is listed newest first, in pages', async () => {
  const { memberId } = await givenMember(db)
  await addMemberNote(deps, finance, { memberId, note: 'x' })
  await suspendMember(deps, finance, { memberId, reason: 'Two accounts' })
  const [newest] = await listMemberAudit(db, { memberId, limit: 1 })
  expect(newest).toMatchObject({ action: 'member.suspended', reason: 'Two accounts', actor: finance.name })
  const older = await listMemberAudit(db, { memberId, before: newest?.id, limit: 5 })
  expect(older.map(({ action }) => action)).toEqual(['member.noted'])
})

test('the dashboard shows the figures and the time of the last count', async () => {
  expect(await getAdminStats(db, 10)).toMatchObject({ totalUsers: 0, countedAt: new Date(0) })
  const before = Date.now()
  await countStaffFigures(db)
  const { totalUsers, countedAt } = await getAdminStats(db, 10)
  expect(totalUsers).toBeGreaterThan(0)
  expect(countedAt.getTime()).toBeGreaterThan(before - 1000)
  await givenMember(db)
  expect((await getAdminStats(db, 10)).totalUsers).toBe(totalUsers)
  await countStaffFigures(db)
  expect((await getAdminStats(db, 10)).totalUsers).toBe(totalUsers + 1)
})

const { mail, sent } = createMailCapture()
const mailing = createTestDeps(db, { mail })
const { actor } = await givenStaff(mailing, { role: 'finance' })
const reason = 'Two accounts for one telephone'

test('a suspended member is signed out everywhere, is told why, and keeps their points', async () => {
  const member = await givenMemberWithPassword(db, { password: 'secret-9' })
  const { memberId, email } = member
  const { token } = await givenSession(db, memberId)
  const wallet = () =>
    db.selectFrom('wallet').select(['available', 'held', 'seq']).where('memberId', '=', memberId).execute()
  const before = await wallet()
  expect(await suspendMember(mailing, actor, { memberId, reason })).toEqual({
    id: memberId,
    email,
    adminRole: null,
    suspendedAt: expect.any(Date),
    suspensionReason: reason,
  })
  expect((await identifyStaff(mailing, token)).member).toBeNull()
  expect(await codeOf(logIn(mailing, visitor, { email, password: 'secret-9' }))).toBe('ACCOUNT_SUSPENDED')
  expect(await wallet()).toEqual(before)
  expect(await listAudit(db, `member:${memberId}`)).toMatchObject([
    { actor: actor.name, action: 'member.suspended', reason, address: visitor.address },
  ])

  expect(await listJobs(db, email)).toEqual(['send-account-suspended'])
  await sendAccountSuspended(mailing, { memberId, email })
  expect(sent.at(-1)).toEqual({
    kind: 'sendAccountSuspended',
    mail: { to: email, firstName: 'Amina', reason },
  })
})

test('a restored member can sign in again, but old sessions stay closed', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password: 'secret-9' })
  const { token } = await givenSession(db, memberId)
  await suspendMember(mailing, actor, { memberId, reason })
  expect(await restoreMember(mailing, actor, { memberId })).toMatchObject({
    suspendedAt: null,
    suspensionReason: null,
  })
  expect((await identifyStaff(mailing, token)).member).toBeNull()
  expect(await codeOf(logIn(mailing, visitor, { email, password: 'secret-9' }))).toBe('passed')
  await sendAccountRestored(mailing, { memberId, email })
  expect(sent.at(-1)).toEqual({ kind: 'sendAccountRestored', mail: { to: email, firstName: 'Amina' } })
  expect((await listAudit(db, `member:${memberId}`)).at(-1)).toMatchObject({
    action: 'member.restored',
    before: { suspensionReason: reason },
  })
})

test('an outdated mail is not sent', async () => {
  const { memberId, email } = await givenMember(db)
  const count = sent.length
  await sendAccountSuspended(mailing, { memberId, email })
  await suspendMember(mailing, actor, { memberId, reason })
  await sendAccountRestored(mailing, { memberId, email })
  expect(sent).toHaveLength(count)
})

test('a suspended member cannot be suspended again, nor any other restored', async () => {
  const { memberId } = await givenMember(db)
  expect(await codeOf(restoreMember(mailing, actor, { memberId }))).toBe('ACCOUNT_STATE')
  const results = await Promise.all(
    [1, 2, 3].map(() => codeOf(suspendMember(mailing, actor, { memberId, reason }))),
  )
  expect(results.sort()).toEqual(['ACCOUNT_STATE', 'ACCOUNT_STATE', 'passed'])
  expect(await listAudit(db, `member:${memberId}`)).toHaveLength(1)
})

test('a member with the admin role cannot be suspended until an owner removes it', async () => {
  const { actor: owner } = await givenStaff(mailing)
  const { memberId } = await givenMember(db)
  await setMemberRole(mailing, owner, { memberId, role: 'owner', personId: null })
  expect(await codeOf(suspendMember(mailing, actor, { memberId, reason }))).toBe('FORBIDDEN')
  await setMemberRole(mailing, owner, { memberId, role: null })
  expect(await codeOf(suspendMember(mailing, actor, { memberId, reason }))).toBe('passed')
  expect(await codeOf(setMemberRole(mailing, owner, { memberId, role: 'analyst', personId: null }))).toBe(
    'ACCOUNT_STATE',
  )
})

test('adding or removing a role counts from the next call on', async () => {
  const { actor: owner } = await givenStaff(mailing)
  const { memberId } = await givenMember(db)
  const { token } = await givenSession(db, memberId)
  await setMemberRole(mailing, owner, { memberId, role: 'finance', personId: null })
  const name = `member:${memberId}`
  expect(requireStaff(await identifyStaff(mailing, token), 'withdrawals:decide')).toMatchObject({ name })
  await setMemberRole(mailing, owner, { memberId, role: 'analyst' })
  const caller = await identifyStaff(mailing, token)
  expect(() => requireStaff(caller, 'withdrawals:decide')).toThrow('FORBIDDEN')
  const personId = await findPersonOf(db, name)
  expect((await listAudit(db, name)).map(({ before, after }) => [before, after])).toEqual([
    [
      { role: null, personId: null },
      { role: 'finance', personId },
    ],
    [
      { role: 'finance', personId },
      { role: 'analyst', personId },
    ],
  ])
})

test('nobody can change their own role', async () => {
  const { actor: owner } = await givenStaff(mailing)
  const { memberId } = await givenMember(db)
  await setMemberRole(mailing, owner, { memberId, role: 'owner', personId: null })
  const { token } = await givenSession(db, memberId)
  const self = requireStaff(await identifyStaff(mailing, token), 'staff:manage')
  expect(await codeOf(setMemberRole(mailing, self, { memberId, role: null }))).toBe('OWN_ACCOUNT')
})

test('a member who lost their phone is signed out everywhere and can sign in again', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password: 'secret-9' })
  const sessions = [await givenSession(db, memberId), await givenSession(db, memberId)]
  await endMemberSessions(mailing, actor, { memberId })
  for (const { token } of sessions) expect((await identifyStaff(mailing, token)).member).toBeNull()
  expect(await codeOf(logIn(mailing, visitor, { email, password: 'secret-9' }))).toBe('passed')
})

test('unknown and erased members are not found', async () => {
  const gone = await givenMember(db)
  await letDeletionCome(db, gone.memberId)
  await eraseMembers(mailing)
  for (const memberId of [nobody, gone.memberId]) {
    expect(await codeOf(suspendMember(mailing, actor, { memberId, reason }))).toBe('NOT_FOUND')
    expect(await codeOf(restoreMember(mailing, actor, { memberId }))).toBe('NOT_FOUND')
    expect(await codeOf(endMemberSessions(mailing, actor, { memberId }))).toBe('NOT_FOUND')
    expect(await codeOf(setMemberRole(mailing, actor, { memberId, role: null }))).toBe('NOT_FOUND')
  }
})
