import { createTestDb, startTogether } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps } from '../testing.ts'
import { givenPremiumMember } from './games.testing.ts'
import { listAdTasks, listVideoTasks } from './task-lists.ts'
import { givenTask, letSecondsPass } from './testing.ts'
import { openTask, watchVideo } from './views.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
/** The test takes a moment too, so the exact number is unknown. */
const isBetween = (seconds: number | null = null, from: number, to: number) =>
  seconds !== null && from <= seconds && seconds <= to
const listOpen = (memberId: string) =>
  db
    .selectFrom('taskView')
    .select('taskId')
    .where('memberId', '=', memberId)
    .where('claimedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .execute()

test('opening the same video again continues its view', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video')
  const first = await openTask(deps, member, { id })
  expect(isBetween(first.secondsLeft, 20, 30)).toBe(true)
  expect(first.readyAt.getTime() - first.openedAt.getTime()).toBe(30_000)
  await letSecondsPass(db, member.memberId, 12)
  const again = await openTask(deps, member, { id })
  expect(isBetween(again.secondsLeft, 8, 18)).toBe(true)
  expect(first.openedAt.getTime() - again.openedAt.getTime()).toBe(12_000)
  expect(await listOpen(member.memberId)).toEqual([{ taskId: id }])
})

test('a reload finds the countdown in the list, with the screen’s extra seconds', async () => {
  const member = await givenPremiumMember(db)
  const [video, ad] = await Promise.all([givenTask(db, 'video'), givenTask(db, 'ad', { minTimeSeconds: 60 })])
  const of = <T extends { id: string }>(id: string, list: T[]) => list.find((task) => task.id === id)
  await openTask(deps, member, { id: ad })
  await letSecondsPass(db, member.memberId, 4)
  const shown = of(ad, await listAdTasks(deps, member))
  expect(shown).toMatchObject({ waitSeconds: 65, minTimeSeconds: 60, openedAt: expect.any(Date) })
  expect(isBetween(shown?.secondsLeft, 51, 61)).toBe(true)
  expect(of(video, await listVideoTasks(deps, member))).toMatchObject({
    waitSeconds: 30,
    secondsLeft: null,
    openedAt: null,
    readyAt: null,
  })
})

test('a claim in the meantime restarts the time of an open view', async () => {
  const member = await givenPremiumMember(db)
  const [first, second] = await Promise.all([givenTask(db, 'video'), givenTask(db, 'video')])
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 30)
  await openTask(deps, member, { id: second })
  await letSecondsPass(db, member.memberId, 20)
  await watchVideo(deps, member, { id: first })
  const { secondsLeft } = await openTask(deps, member, { id: second })
  expect(isBetween(secondsLeft, 20, 30)).toBe(true)
})

test('of many tasks opened at the same time exactly one stays open', async () => {
  const member = await givenPremiumMember(db)
  const ids = await Promise.all(Array.from({ length: 20 }, () => givenTask(db, 'video')))
  const results = await startTogether(db, member.memberId, () =>
    ids.map((id) => openTask(deps, member, { id })),
  )
  expect(results.every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await listOpen(member.memberId)).toHaveLength(1)
})

test('the same task opened twice at the same time is one view', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'ad')
  await startTogether(db, member.memberId, () => [
    openTask(deps, member, { id }),
    openTask(deps, member, { id }),
  ])
  const views = await db
    .selectFrom('taskView')
    .select('taskId')
    .where('memberId', '=', member.memberId)
    .execute()
  expect(views).toEqual([{ taskId: id }])
})

test('the address of one kind does not open another', async () => {
  const member = await givenPremiumMember(db)
  const [video, job] = await Promise.all([givenTask(db, 'video'), givenTask(db, 'micro-job')])
  await expect(openTask(deps, member, { id: video, kind: 'ad' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(openTask(deps, member, { id: job })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
