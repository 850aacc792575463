import { randomUUID } from 'node:crypto'
import { listMemberNotesInput, listMemberWorkInput } from '@chuma/contract/account/members'
import { listMemberAudit, listMemberWork } from '@chuma/db/queries/account/admin-members'
import { listNotes } from '@chuma/db/queries/account/member-standing'
import { countStaffFigures, getAdminStats } from '@chuma/db/queries/admin/admin'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { listActivity } from '@chuma/db/queries/wallet/wallet'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { listAudit } from '../../admin/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { completeSurvey } from '../../surveys/complete-survey.ts'
import { givenSurvey, goodAnswers } from '../../surveys/testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { nameDestination } from '../../wallet/destinations/name-destination.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { addMemberNote, getMember, listMemberSessions, suspendMember } from '../members.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const nobody = '00000000-0000-4000-8000-000000000000'

async function seenAt(memberId: string, address: string, userAgent: string) {
  await db
    .insertInto('session')
    .values({
      memberId,
      tokenHash: Buffer.from(randomUUID().replaceAll('-', ''), 'ascii'),
      revokedAt: null,
      passwordResetUntil: null,
      address,
      userAgent,
    })
    .execute()
}

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
  await seenAt(one.memberId, '198.51.100.7', 'Phone A')
  await seenAt(two.memberId, '198.51.100.7', 'Phone A')
  await seenAt(three.memberId, '198.51.100.7', 'Phone B')
  await seenAt(four.memberId, '198.51.100.8', 'Phone A')
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
  expect(await getAdminStats(db)).toMatchObject({ totalUsers: 0, countedAt: new Date(0) })
  const before = Date.now()
  await countStaffFigures(db)
  const { totalUsers, countedAt } = await getAdminStats(db)
  expect(totalUsers).toBeGreaterThan(0)
  expect(countedAt.getTime()).toBeGreaterThan(before - 1000)
  await givenMember(db)
  expect((await getAdminStats(db)).totalUsers).toBe(totalUsers)
  await countStaffFigures(db)
  expect((await getAdminStats(db)).totalUsers).toBe(totalUsers + 1)
})
