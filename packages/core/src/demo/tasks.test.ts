import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { givenPremiumMember } from '../tasks/games.testing.ts'
import { getQuiz } from '../tasks/quiz/quiz.ts'
import {
  listAdTasks,
  listAffiliateLinks,
  listMicroJobs,
  listSocialTasks,
  listVideoTasks,
} from '../tasks/task-lists.ts'
import { createTestDeps } from '../testing.ts'
import { ensureDemoQuestions, ensureDemoTasks } from './tasks.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test('two processes that start together add every demo task and question once', async () => {
  await Promise.all(Array.from({ length: 6 }, () => ensureDemoTasks(db)))
  await Promise.all(Array.from({ length: 6 }, () => ensureDemoQuestions(db)))
  expect(await db.selectFrom('task').select('title').execute()).toHaveLength(13)
  expect(await db.selectFrom('quizQuestion').select('question').execute()).toHaveLength(12)
})

test('a premium member in Kenya gets all demo tasks, within each kind’s allowed points', async () => {
  await ensureDemoTasks(db)
  await ensureDemoQuestions(db)
  const member = await givenPremiumMember(db)
  const { videoPoints, adPoints, socialPoints, microJobPoints } = defaultEconomy
  const isWithin =
    ({ min, max }: { min: number; max: number }) =>
    ({ points }: { points: number }) =>
      points >= min && points <= max

  const videos = await listVideoTasks(deps, member)
  expect(videos.map(({ title }) => title)).toEqual(['Big Buck Bunny', 'Sintel', 'Tears of Steel', 'Spring'])
  expect(videos.every(({ videoId }) => videoId !== null)).toBe(true)
  expect(videos.every(isWithin(videoPoints))).toBe(true)
  const [ads, social, jobs, links] = await Promise.all([
    listAdTasks(deps, member),
    listSocialTasks(deps, member),
    listMicroJobs(deps, member),
    listAffiliateLinks(deps, member),
  ])
  expect([ads, social, jobs, links].map(({ length }) => length)).toEqual([3, 3, 2, 1])
  expect(ads.every(isWithin(adPoints))).toBe(true)
  expect(social.every(isWithin(socialPoints))).toBe(true)
  expect(jobs.every(isWithin(microJobPoints))).toBe(true)
  expect((await getQuiz(deps, member)).questions).toHaveLength(5)
})

test('an edited demo task is not overwritten', async () => {
  await ensureDemoTasks(db)
  await db.updateTable('task').set({ isActive: false }).where('title', '=', 'Sintel').execute()
  await ensureDemoTasks(db)
  const rows = await db.selectFrom('task').select('isActive').where('title', '=', 'Sintel').execute()
  expect(rows).toEqual([{ isActive: false }])
})
