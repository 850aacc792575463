import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { notice } from '../notice.ts'
import { createTestDeps, givenMember } from '../testing.ts'
import { givenPremiumMember, travel } from './games.testing.ts'
import { getToday } from './get-today.ts'
import { listAdTasks, listVideoTasks } from './task-lists.ts'
import { givenTask, letSecondsPass } from './testing.ts'
import { clickAd, openTask, watchVideo } from './views.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const tooEarly = {
  completed: false,
  pointsEarned: 0,
  availablePoints: 0,
  message: notice('AD_TOO_SHORT'),
}

async function givenOpenAd() {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'ad', { minTimeSeconds: 40, points: 15 })
  await openTask(deps, member, { id })
  return { member, id, memberId: member.memberId }
}

test('an advertisement pays after its own minimum time', async () => {
  const { member, id, memberId } = await givenOpenAd()
  await letSecondsPass(db, memberId, 30)
  expect(await clickAd(deps, member, { id, timeSpent: 45 })).toEqual(tooEarly)
  await letSecondsPass(db, memberId, 10)
  expect(await clickAd(deps, member, { id, timeSpent: 45 })).toEqual({
    completed: true,
    pointsEarned: 15,
    availablePoints: 15,
  })
  await expect(clickAd(deps, member, { id, timeSpent: 15 })).rejects.toMatchObject({ code: 'DONE_TODAY' })
})

test.each([1e9, Number.MAX_VALUE, -5, 0])(
  'a browser’s claim of %d seconds changes nothing, and is stored',
  async (timeSpent) => {
    const { member, id, memberId } = await givenOpenAd()
    expect(await clickAd(deps, member, { id, timeSpent })).toEqual(tooEarly)
    await letSecondsPass(db, memberId, 40)
    expect(await clickAd(deps, member, { id, timeSpent })).toMatchObject({ pointsEarned: 15 })
    const kept = await db
      .selectFrom('taskView')
      .select('claimedTimeSpent')
      .where('memberId', '=', memberId)
      .execute()
    expect(kept).toEqual([{ claimedTimeSpent: Math.min(Math.max(timeSpent, 0), 2_147_483_647) }])
  },
)

test('a claim that was too early is recorded with the open view', async () => {
  const { member, id, memberId } = await givenOpenAd()
  await clickAd(deps, member, { id, timeSpent: 3.6 })
  const kept = await db
    .selectFrom('taskView')
    .select(['claimedTimeSpent', 'claimedAt'])
    .where('memberId', '=', memberId)
    .execute()
  expect(kept).toEqual([{ claimedTimeSpent: 4, claimedAt: null }])
})

test('of 50 concurrent clicks one is paid', async () => {
  const { member, id, memberId } = await givenOpenAd()
  await letSecondsPass(db, memberId, 40)
  const results = await startTogether(db, memberId, () =>
    Array.from({ length: 50 }, () => clickAd(deps, member, { id, timeSpent: 15 })),
  )
  const refused = results.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  expect(refused).toEqual(Array(49).fill('DONE_TODAY'))
  expect(await getBalance(db, memberId)).toMatchObject({ availablePoints: 15 })
})

test('time spent on a video does not count for an advertisement', async () => {
  const { member, id, memberId } = await givenOpenAd()
  const video = await givenTask(db, 'video')
  await listAdTasks(deps, member)
  await openTask(deps, member, { id: video })
  await letSecondsPass(db, memberId, 60)
  await watchVideo(deps, member, { id: video })
  expect(await clickAd(deps, member, { id, timeSpent: 30 })).toMatchObject({ completed: false })
})

test('without opening, time counts from when the list was sent', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'ad')
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 60)
  expect(await clickAd(deps, member, { id, timeSpent: 15 })).toEqual(tooEarly)
  await listAdTasks(deps, member)
  await letSecondsPass(db, member.memberId, 15)
  expect(await clickAd(deps, member, { id, timeSpent: 15 })).toMatchObject({ completed: true })
})

test('an advertisement done today is counted, and open again tomorrow', async () => {
  const { member, id, memberId } = await givenOpenAd()
  const count = async () => {
    const { adsClicked, opportunities } = await getToday(deps, member)
    return { adsClicked, open: opportunities.find(({ kind }) => kind === 'ad')?.open }
  }
  await travel(db, 'before')
  const { open = 0 } = await count()
  await letSecondsPass(db, memberId, 40)
  await clickAd(deps, member, { id, timeSpent: 15 })
  expect(await count()).toEqual({ adsClicked: 1, open: open - 1 })
  await travel(db, 'after')
  expect(await count()).toEqual({ adsClicked: 0, open })
})

test('is for premium members and active advertisements', async () => {
  const { member, id, memberId } = await givenOpenAd()
  await letSecondsPass(db, memberId, 60)
  const claim = { id, timeSpent: 60 }
  await expect(clickAd(deps, await givenMember(db), claim)).rejects.toMatchObject({
    code: 'PREMIUM_REQUIRED',
  })
  const video = await givenTask(db, 'video')
  await expect(clickAd(deps, member, { id: video, timeSpent: 60 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await db.updateTable('task').set({ country: 'Uganda' }).where('taskId', '=', id).execute()
  await expect(clickAd(deps, member, claim)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
