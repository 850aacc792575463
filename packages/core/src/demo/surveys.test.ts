import { SURVEY_CATEGORIES, surveyQuestion } from '@chuma/contract/surveys/surveys'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { listSurveys } from '../surveys/surveys.ts'
import { createTestDeps, givenMember, testSecrets } from '../testing.ts'
import { ensureDemoSurveys } from './surveys.ts'

const { db, close } = await createTestDb()
afterAll(close)

test('two processes that start together add every demo survey once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => ensureDemoSurveys({ db, secrets: testSecrets })))
  await ensureDemoSurveys({ db, secrets: testSecrets })
  const titles = (await db.selectFrom('survey').select('title').execute()).map(({ title }) => title)
  expect(titles.length).toBeGreaterThanOrEqual(8)
  expect(new Set(titles).size).toBe(titles.length)
})

test('an edited demo survey is not overwritten', async () => {
  await ensureDemoSurveys({ db, secrets: testSecrets })
  await db
    .updateTable('survey')
    .set({ isActive: false })
    .where('title', '=', 'Weekends and free time')
    .execute()
  await ensureDemoSurveys({ db, secrets: testSecrets })
  const kept = await db
    .selectFrom('survey')
    .select('isActive')
    .where('title', '=', 'Weekends and free time')
    .execute()
  expect(kept).toEqual([{ isActive: false }])
  await db.updateTable('survey').set({ isActive: true }).execute()
})

test('a member in Kenya gets one survey of every category, in the written order', async () => {
  await ensureDemoSurveys({ db, secrets: testSecrets })
  const surveys = await listSurveys(createTestDeps(db), await givenMember(db))
  expect(surveys[0]?.title).toBe('Mobile money in your week')
  expect(new Set(surveys.map(({ category }) => category))).toEqual(new Set(SURVEY_CATEGORIES))
  expect(surveys.every(({ reward }) => reward >= 3 && reward <= 12.5)).toBe(true)
})

test('three demo surveys have their own questions, of all four types', async () => {
  await ensureDemoSurveys({ db, secrets: testSecrets })
  const rows = await db.selectFrom('survey').select('questions').where('questions', 'is not', null).execute()
  expect(rows).toHaveLength(3)
  for (const { questions } of rows) {
    const parsed = z.array(surveyQuestion).parse(questions)
    expect(new Set(parsed.map(({ type }) => type)).size).toBe(4)
    expect(new Set(parsed.map(({ id }) => id)).size).toBe(parsed.length)
  }
})

test('the demo also has an instant survey and two of an active partner, with click ids', async () => {
  await ensureDemoSurveys({ db, secrets: testSecrets })
  await ensureDemoSurveys({ db, secrets: testSecrets })
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
