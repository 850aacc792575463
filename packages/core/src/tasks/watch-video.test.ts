import { randomUUID } from 'node:crypto'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { givenPremiumMember, travel, withEconomy } from './games.testing.ts'
import { listVideoTasks } from './task-lists.ts'
import { givenTask, letSecondsPass } from './testing.ts'
import { clickAd, openTask, watchVideo } from './views.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

async function givenOpenVideo(given: Parameters<typeof givenTask>[2] = {}) {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video', given)
  await openTask(deps, member, { id })
  return { member, id }
}
const pointsOf = async ({ memberId }: { memberId: string }) =>
  (await getBalance(db, memberId)).availablePoints

test('a video pays its points 30 seconds after it was opened, with a posting', async () => {
  const { member, id } = await givenOpenVideo({ title: 'Spring', points: 35 })
  await letSecondsPass(db, member.memberId, 30)
  expect(await watchVideo(deps, member, { id })).toEqual({ pointsEarned: 35, availablePoints: 35 })
  expect(await listTransactions(db, member.memberId, { limit: 5 })).toMatchObject([
    { kind: 'video', points: 35, description: 'Video: Spring' },
  ])
})

const between = (least: number, most: number) => (seconds: number) => seconds >= least && seconds <= most

test('an early claim gets the number of seconds left', async () => {
  const { member, id } = await givenOpenVideo()
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({
    failure: { code: 'TOO_EARLY', params: { secondsLeft: expect.toSatisfy(between(20, 30)) } },
  })
  await letSecondsPass(db, member.memberId, 20)
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({
    failure: { params: { secondsLeft: expect.toSatisfy(between(1, 10)) } },
  })
  expect(await pointsOf(member)).toBe(0)
})

test('a video that was neither opened nor listed cannot be claimed', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video')
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  const other = await givenTask(db, 'ad')
  await openTask(deps, member, { id: other })
  await letSecondsPass(db, member.memberId, 60)
  await clickAd(deps, member, { id: other, timeSpent: 60 })
  await letSecondsPass(db, member.memberId, 60)
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  expect(await pointsOf(member)).toBe(20)
})

test("another member's view does not count", async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 60)
  const other = await givenPremiumMember(db)
  await expect(watchVideo(deps, other, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
})

test('a video pays once a day, even if it is listed or opened again', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  await watchVideo(deps, member, { id })
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'DONE_TODAY' })
  await expect(openTask(deps, member, { id })).rejects.toMatchObject({ code: 'DONE_TODAY' })
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 3600)
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'DONE_TODAY' })
  expect(await pointsOf(member)).toBe(20)
})

test('of 50 concurrent claims one is paid', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  const results = await startTogether(db, member.memberId, () =>
    Array.from({ length: 50 }, () => watchVideo(deps, member, { id })),
  )
  const refused = results.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  expect(refused).toEqual(Array(49).fill('DONE_TODAY'))
  expect(await pointsOf(member)).toBe(20)
})

test('of 20 videos claimed at the same time after one wait one is paid', async () => {
  const member = await givenPremiumMember(db)
  const ids = await Promise.all(Array.from({ length: 20 }, () => givenTask(db, 'video')))
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 60)
  const results = await startTogether(db, member.memberId, () =>
    ids.map((id) => watchVideo(deps, member, { id })),
  )
  const refused = results.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  expect(refused).toEqual(Array(19).fill('TOO_EARLY'))
  expect(await pointsOf(member)).toBe(20)
})

test('of 20 videos opened in a row one is paid, because each opening ends the previous view', async () => {
  const member = await givenPremiumMember(db)
  const ids = await Promise.all(Array.from({ length: 20 }, () => givenTask(db, 'video')))
  await listVideoTasks(deps, member)
  for (const id of ids) await openTask(deps, member, { id })
  await letSecondsPass(db, member.memberId, 30)
  const results = []
  for (const id of ids) results.push(await watchVideo(deps, member, { id }).catch(({ code }) => code))
  expect(results.slice(0, -1).every((result) => result === 'TOO_EARLY')).toBe(true)
  expect(results.at(-1)).toEqual({ pointsEarned: 20, availablePoints: 20 })
})

test('the time of one claim does not count for the next, opened or listed', async () => {
  const { member, id } = await givenOpenVideo()
  const [listed, opened] = await Promise.all([givenTask(db, 'video'), givenTask(db, 'video')])
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 100)
  await watchVideo(deps, member, { id })
  await openTask(deps, member, { id: opened })
  await expect(watchVideo(deps, member, { id: listed })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  await letSecondsPass(db, member.memberId, 20)
  await expect(watchVideo(deps, member, { id: opened })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  await letSecondsPass(db, member.memberId, 10)
  await watchVideo(deps, member, { id: opened })
  await expect(watchVideo(deps, member, { id: listed })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  await letSecondsPass(db, member.memberId, 30)
  await watchVideo(deps, member, { id: listed })
  expect(await pointsOf(member)).toBe(60)
})

test('exactly one more claim is paid after midnight', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video')
  const claimTwice = async () => {
    await openTask(deps, member, { id })
    await letSecondsPass(db, member.memberId, 30)
    const both = await Promise.allSettled([
      watchVideo(deps, member, { id }),
      watchVideo(deps, member, { id }),
    ])
    return both.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  }
  await travel(db, 'before')
  expect(await claimTwice()).toEqual(['DONE_TODAY'])
  await travel(db, 'after')
  expect(await claimTwice()).toEqual(['DONE_TODAY'])
  expect(await pointsOf(member)).toBe(40)
})

test('a video opened yesterday and claimed today pays once, for today', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 24 * 3600)
  await watchVideo(deps, member, { id })
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'DONE_TODAY' })
  const { rows } = await sql<{ isToday: boolean }>`
    select day = business_day(now()) as is_today from task_view where member_id = ${member.memberId}
  `.execute(db)
  expect(rows).toEqual([{ isToday: true }])
})

test('a view claimed yesterday does not count today', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  await travel(db, 'before')
  await watchVideo(deps, member, { id })
  await travel(db, 'after')
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  expect(await pointsOf(member)).toBe(20)
})

test('is for premium members', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  const lapsed = { ...member, isPremium: false }
  await expect(watchVideo(deps, lapsed, { id })).rejects.toMatchObject({ code: 'PREMIUM_REQUIRED' })
  await expect(openTask(deps, await givenMember(db), { id })).rejects.toMatchObject({
    code: 'PREMIUM_REQUIRED',
  })
  expect(await pointsOf(member)).toBe(0)
})

test.each([
  ['switched off', { isActive: false }],
  ['of another country', { country: 'Uganda' }],
  ['no page that may be opened', { url: 'javascript:alert(1)' }],
])('a video that is %s in the meantime is not found', async (_name, change) => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  await db.updateTable('task').set(change).where('taskId', '=', id).execute()
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(openTask(deps, member, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await pointsOf(member)).toBe(0)
})

test.each(['ad', 'social', 'micro-job', 'affiliate'] as const)(
  'a task of kind %s is not a video',
  async (kind) => {
    const member = await givenPremiumMember(db)
    const id = await givenTask(db, kind)
    await letSecondsPass(db, member.memberId, 60)
    await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(watchVideo(deps, member, { id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)

test('the time and points shown at the opening apply', async () => {
  const { member, id } = await givenOpenVideo({ points: 50 })
  await db.updateTable('task').set({ points: 5 }).where('taskId', '=', id).execute()
  await letSecondsPass(db, member.memberId, 30)
  const stricter = withEconomy(db, { videoWatchSeconds: 90, videoPoints: { min: 1, max: 10 } })
  expect(await watchVideo(stricter, member, { id })).toMatchObject({ pointsEarned: 50 })
})

test('the database refuses a second claim on a day', async () => {
  const { member, id } = await givenOpenVideo()
  await letSecondsPass(db, member.memberId, 30)
  await watchVideo(deps, member, { id })
  const again = db
    .insertInto('taskView')
    .values({
      memberId: member.memberId,
      taskId: id,
      kind: 'video',
      requiredSeconds: 30,
      points: 20,
      day: sql<string>`business_day(now())`,
      claimedAt: new Date(),
      voidedAt: null,
      claimedTimeSpent: null,
    })
    .execute()
  await expect(again).rejects.toThrow('task_view_once_a_day')
})
