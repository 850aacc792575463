import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps } from '../testing.ts'
import { givenPremiumMember } from './games.testing.ts'
import { listVideoTasks } from './task-lists.ts'
import { givenTask, letSecondsPass } from './testing.ts'
import { openTask, watchVideo } from './views.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test('without opening, time counts from when the list was first sent that day, however often it is sent', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video')
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 20)
  await Promise.all([listVideoTasks(deps, member), listVideoTasks(deps, member)])
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  await letSecondsPass(db, member.memberId, 10)
  await listVideoTasks(deps, member)
  expect(await watchVideo(deps, member, { id })).toMatchObject({ pointsEarned: 20 })
})

test('a list that is sent on the next day starts its own time', async () => {
  const member = await givenPremiumMember(db)
  await listVideoTasks(deps, member)
  const seen = () =>
    db
      .selectFrom('taskListView')
      .select(sql<boolean>`business_day(seen_at) = business_day(now())`.as('isToday'))
      .where('memberId', '=', member.memberId)
      .execute()
  await letSecondsPass(db, member.memberId, 24 * 3600)
  expect(await seen()).toEqual([{ isToday: false }])
  await listVideoTasks(deps, member)
  expect(await seen()).toEqual([{ isToday: true }])
})

test('a list sent after a view was left counts for it again', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'video')
  await openTask(deps, member, { id })
  await listVideoTasks(deps, member)
  await openTask(deps, member, { id: await givenTask(db, 'video') })
  await letSecondsPass(db, member.memberId, 60)
  await expect(watchVideo(deps, member, { id })).rejects.toMatchObject({ code: 'TOO_EARLY' })
  await listVideoTasks(deps, member)
  await letSecondsPass(db, member.memberId, 30)
  expect(await watchVideo(deps, member, { id })).toMatchObject({ pointsEarned: 20 })
})
