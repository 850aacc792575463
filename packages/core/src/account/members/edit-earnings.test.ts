import { problem } from '@chuma/contract/problems'
import { startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAudit } from '../../admin/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { codeOf, givenMember, openTestDb, readRow, refusals } from '../../testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'

const { db, deps } = await openTestDb()
const reason = 'Paid twice for the same survey'

const lookAt = (memberId: string) =>
  readRow(db, 'wallet', ['available', 'held', 'earned', 'totalEarnings'], { memberId })

const listPostings = (memberId: string) =>
  db
    .selectFrom('posting')
    .select(['kind', 'availableDelta', 'houseAccount', 'description', 'actor', 'sourceKey'])
    .where('memberId', '=', memberId)
    .where('description', '<>', 'Points for a test')
    .orderBy('seq')
    .execute()

test('points and total are set independently', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  const user = await editEarnings(deps, finance, { memberId, totalEarnings: 250.75, points: 7, reason })
  expect(user).toMatchObject({ id: memberId, points: 7, totalEarnings: 250.75 })
  expect(await lookAt(memberId)).toMatchObject({ available: 7, earned: 0, totalEarnings: 250.75 })
  await editEarnings(deps, finance, { memberId, totalEarnings: 250.75, points: 9, reason })
  expect(await lookAt(memberId)).toMatchObject({ available: 9, totalEarnings: 250.75 })
})

test('the difference in points is a posting that names the admin', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  await editEarnings(deps, finance, { memberId, totalEarnings: 0, points: 4, reason })
  expect(await listPostings(memberId)).toEqual([
    {
      kind: 'adjustment',
      availableDelta: -6,
      houseAccount: 'adjustments',
      description: 'Corrected by our staff',
      actor: finance.name,
      sourceKey: expect.stringMatching(/^correction:/),
    },
  ])
})

test('a corrected total alone moves no points', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  await editEarnings(deps, finance, { memberId, totalEarnings: 12.5, points: 10, reason })
  expect(await listPostings(memberId)).toEqual([])
  expect(await lookAt(memberId)).toMatchObject({ available: 10, totalEarnings: 12.5 })
})

test('each edit is in the audit log once, with the values before it and the reason', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  await editEarnings(deps, finance, { memberId, totalEarnings: 3, points: 4, reason })
  expect(await listAudit(db, `member:${memberId}`)).toEqual([
    {
      actor: finance.name,
      action: 'member.earnings-edited',
      before: { totalEarnings: 0, points: 10 },
      after: { totalEarnings: 3, points: 4, amountKes: 6000 },
      reason,
      address: null,
    },
  ])
})

test('setting the current values changes nothing, so a repeated call corrects nothing twice', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  const edit = { memberId, totalEarnings: 3, points: 4, reason }
  await editEarnings(deps, finance, edit)
  await editEarnings(deps, finance, edit)
  expect(await listPostings(memberId)).toHaveLength(1)
  expect(await listAudit(db, `member:${memberId}`)).toHaveLength(1)
})

test('an edit based on outdated numbers is refused', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  for (const from of [
    { totalEarnings: 0, points: 9 },
    { totalEarnings: 0.01, points: 10 },
  ]) {
    const edit = editEarnings(deps, finance, { memberId, totalEarnings: 1, points: 1, reason, from })
    await expect(edit).rejects.toMatchObject({ code: 'MEMBER_STATE' })
  }
  expect(await lookAt(memberId)).toMatchObject({ available: 10, totalEarnings: 0 })
})

test('of twenty concurrent edits of the same form one is booked and the others are refused', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  const from = { totalEarnings: 0, points: 10 }
  const race = await startTogether(db, memberId, () =>
    Array.from({ length: 20 }, (_, n) =>
      editEarnings(deps, finance, { memberId, totalEarnings: n + 1, points: n + 20, reason, from }),
    ),
  )
  expect(refusals(race)).toEqual(Array(19).fill('MEMBER_STATE'))
  expect(await listPostings(memberId)).toHaveLength(1)
})

test('two concurrent edits without `from` end as if they were made in turn', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  await startTogether(db, memberId, () =>
    [3, 25].map((points) => editEarnings(deps, finance, { memberId, totalEarnings: points, points, reason })),
  )
  const { available, totalEarnings } = await lookAt(memberId)
  expect([3, 25]).toContain(available)
  expect(totalEarnings).toBe(available)
  expect(await listPostings(memberId)).toHaveLength(2)
})

test('points withdrawn and removed at the same time are taken once', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const member = await givenMember(db, { points: 10 })
    const { memberId } = member
    const account = { bankName: 'KCB', accountNumber: '1234567890', accountName: 'Amina Otieno' }
    const race = await startTogether<unknown>(db, memberId, () => [
      editEarnings(deps, finance, {
        memberId,
        totalEarnings: 0,
        points: 0,
        reason,
        from: { totalEarnings: 0, points: 10 },
      }),
      requestWithdrawal(deps, member, {
        ...account,
        withdrawalMethod: 'bank',
        pointsToWithdraw: 10,
        idempotencyKey: undefined,
      }),
    ])
    const refused = race.map((call) => (call.status === 'rejected' ? call.reason.code : 'done'))
    expect([
      ['done', 'INSUFFICIENT_POINTS'],
      ['MEMBER_STATE', 'done'],
    ]).toContainEqual(refused)
    const { available, held } = await lookAt(memberId)
    expect(available).toBe(0)
    expect(held).toBe(race[1]?.status === 'fulfilled' ? 10 : 0)
  }
})

test('an edit cannot make a balance negative', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  const edit = { memberId, totalEarnings: 0, points: 10, reason }
  await expect(editEarnings(deps, finance, { ...edit, points: -1 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { points: [problem('BALANCE_BELOW_ZERO')] },
  })
  await expect(editEarnings(deps, finance, { ...edit, totalEarnings: -0.01 })).rejects.toMatchObject({
    fields: { totalEarnings: [problem('TOTAL_BELOW_ZERO')] },
  })
  expect(await lookAt(memberId)).toMatchObject({ available: 10, totalEarnings: 0 })
})

test('admins cannot edit their own points or those of an unknown member', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  const own = { name: `member:${memberId}`, address: null }
  const edit = { totalEarnings: 1, points: 11, reason }
  await expect(editEarnings(deps, own, { ...edit, memberId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(await codeOf(editEarnings(deps, finance, { ...edit, memberId: nobody }))).toBe('NOT_FOUND')
})

test('the database refuses a correction without its posting or from wrong numbers', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  const correct = (points: [number, number], total: [number, number]) =>
    sql`insert into earnings_correction
      (member_id, correction_id, points_before, points_after, total_before, total_after, reason, actor)
      values (${memberId}, gen_random_uuid(), ${points[0]}, ${points[1]}, ${total[0]}, ${total[1]}, 'x', 'x')`.execute(
      db,
    )
  await expect(correct([4, 10], [0, 1])).rejects.toThrow('without its posting')
  await expect(correct([10, 10], [5, 6])).rejects.toThrow('what is not there')
  await expect(correct([10, 4], [0, 1])).rejects.toThrow('what is not there')
  await expect(
    sql`update wallet set earned_correction = 5 where member_id = ${memberId}`.execute(db),
  ).rejects.toThrow('changes only by a posting')
})

test('a correction cannot be changed, and its member’s erasure removes the reason', async () => {
  const { memberId } = await givenMember(db, { points: 10 })
  await editEarnings(deps, finance, { memberId, totalEarnings: 3, points: 4, reason })
  const change = sql`update earnings_correction set reason = 'erased' where member_id = ${memberId}`
  await expect(change.execute(db)).rejects.toThrow('never changed')
  await sql`update member set deletion_due_at = now() where member_id = ${memberId}`.execute(db)
  await eraseMembers(deps)
  const { rows } = await sql`select reason from earnings_correction where member_id = ${memberId}`.execute(db)
  expect(rows).toEqual([{ reason: 'erased' }])
})
