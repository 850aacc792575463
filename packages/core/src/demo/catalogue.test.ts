import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { SURVEY_CATEGORIES, surveyQuestion } from '@chuma/contract/surveys/surveys'
import { PROOF_KINDS, TASK_RULES, type TaskKind } from '@chuma/contract/tasks/task-kinds'
import { countWaitingOnLock } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { listSurveys } from '../surveys/surveys.ts'
import { getQuiz } from '../tasks/quiz/quiz.ts'
import { listAdTasks, listAffiliateLinks, listProvenTasks, listVideoTasks } from '../tasks/task-lists.ts'
import { givenPremiumMember } from '../tasks/testing.ts'
import { givenMember, openTestDb, readRows, setRows, testSecrets } from '../testing.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { ensureDemoQuestions, ensureDemoSurveys, ensureDemoTasks, insertDemoPartner } from './catalogue.ts'

const { db, deps } = await openTestDb({ max: 10 })

test('processes that start together share one demo partner', async () => {
  // Held until each process either waits for its turn, or has found no partner and waits to insert its own.
  const { starts } = await db.transaction().execute(async (holder) => {
    await sql`lock table partner in share mode`.execute(holder)
    const start = () => db.transaction().execute((trx) => insertDemoPartner(trx, testSecrets))
    const starts = Promise.all(Array.from({ length: 4 }, start))
    while ((await countWaitingOnLock(db)) < 4);
    return { starts }
  })
  expect(new Set(await starts).size).toBe(1)
  expect(await db.selectFrom('partner').select('name').execute()).toEqual([{ name: 'Demo Research' }])
})

test('processes that start together add every demo survey, task and question once', async () => {
  await Promise.all(
    Array.from({ length: 8 }, () =>
      Promise.all([
        ensureDemoSurveys({ db, secrets: testSecrets }),
        ensureDemoTasks(db),
        ensureDemoQuestions(db),
      ]),
    ),
  )
  const titles = (await db.selectFrom('survey').select('title').execute()).map(({ title }) => title)
  expect(titles).toHaveLength(12)
  expect(new Set(titles).size).toBe(12)
  expect(await db.selectFrom('task').select('title').execute()).toHaveLength(13)
  expect(await db.selectFrom('quizQuestion').select('question').execute()).toHaveLength(12)
})

test.each([
  ['survey', 'Weekends and free time'],
  ['task', 'Sintel'],
] as const)('an edited demo %s is not overwritten', async (table, title) => {
  const edit = (isActive: boolean) =>
    db.updateTable(table).set({ isActive }).where('title', '=', title).execute()
  await edit(false)
  await ensureDemoSurveys({ db, secrets: testSecrets })
  await setRows(db, 'survey', { title: 'Weekends and free time' }, { isActive: false })
  await ensureDemoSurveys({ db, secrets: testSecrets })
  const kept = await readRows(db, 'survey', ['isActive'], { title: 'Weekends and free time' })
  expect(kept).toEqual([{ isActive: false }])
  await edit(true)
})

test('a member in Kenya gets one survey of every category, in the written order', async () => {
  const surveys = await listSurveys(deps, await givenMember(db))
  expect(surveys[0]?.title).toBe('Mobile money in your week')
  expect(new Set(surveys.map(({ category }) => category))).toEqual(new Set(SURVEY_CATEGORIES))
  expect(surveys.every(({ reward }) => reward >= 3 && reward <= 12.5)).toBe(true)
})

test('three demo surveys have their own questions, of all four types', async () => {
  const rows = await db.selectFrom('survey').select('questions').where('questions', 'is not', null).execute()
  expect(rows).toHaveLength(3)
  for (const { questions } of rows) {
    const parsed = z.array(surveyQuestion).parse(questions)
    expect(new Set(parsed.map(({ type }) => type)).size).toBe(4)
    expect(new Set(parsed.map(({ id }) => id)).size).toBe(parsed.length)
  }
})

test('the demo also has an instant survey and two of an active partner, with click ids', async () => {
  const partners = await db.selectFrom('partner').select(['partnerId', 'name', 'isActive']).execute()
  expect(partners).toMatchObject([{ name: 'Demo Research', isActive: true }])
  const rows = await db
    .selectFrom('survey')
    .select(['kind', 'partnerId', 'externalUrl'])
    .where('kind', '<>', 'questions')
    .orderBy('createdAt', 'desc')
    .execute()
  const external = {
    kind: 'external',
    partnerId: partners[0]?.partnerId,
    externalUrl: expect.stringContaining('{click_id}'),
  }
  expect(rows).toEqual([external, external, { kind: 'instant', partnerId: null, externalUrl: null }])
})

test('a premium member in Kenya gets all demo tasks, within each kind’s allowed points', async () => {
  const member = await givenPremiumMember(db)
  const titlesOf = (wanted: TaskKind) =>
    catalogue.tasks.filter(({ kind }) => kind === wanted).map(({ title }) => title)
  const { videoPoints, adPoints } = defaultEconomy
  const isWithin =
    ({ min, max }: { min: number; max: number }) =>
    ({ points }: { points: number }) =>
      points >= min && points <= max

  const videos = await listVideoTasks(deps, member)
  expect(videos.map(({ title }) => title)).toEqual(['Big Buck Bunny', 'Sintel', 'Tears of Steel', 'Spring'])
  expect(videos.every(({ videoId }) => videoId !== null)).toBe(true)
  expect(videos.every(isWithin(videoPoints))).toBe(true)
  const [ads, links] = await Promise.all([listAdTasks(deps, member), listAffiliateLinks(deps, member)])
  expect([ads, links].map(({ length }) => length)).toEqual([3, 1])
  expect(ads.every(isWithin(adPoints))).toBe(true)
  for (const kind of PROOF_KINDS) {
    const tasks = await listProvenTasks(deps, member, { kind })
    expect([kind, tasks.map(({ title }) => title)]).toEqual([kind, titlesOf(kind)])
    expect(tasks.every(isWithin(TASK_RULES[kind].points))).toBe(true)
  }
  expect((await getQuiz(deps, member)).questions).toHaveLength(5)
})
