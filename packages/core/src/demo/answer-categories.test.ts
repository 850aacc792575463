import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { getCodeFrame } from '../surveys/results/categories/get-code-frame.ts'
import { createTestDeps } from '../testing.ts'
import { seedDemo } from './seed-demo.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test('the demo has open answers in every category, and some in none', async ({ annotate }) => {
  const begun = performance.now()
  await seedDemo(deps, { hasStory: true })
  await annotate(`${Math.round(performance.now() - begun)} ms`)
  const { surveyId } = await db
    .selectFrom('survey')
    .select('surveyId')
    .where('title', '=', 'A visit to the clinic')
    .executeTakeFirstOrThrow()
  const { categories, uncoded } = await getCodeFrame(deps, { id: surveyId, questionId: 6 })
  expect(categories.map(({ name, answers }) => [name, answers > 0])).toEqual([
    ['Price', true],
    ['Network', true],
    ['Waiting', true],
    ['More choice', true],
  ])
  expect(uncoded).toBeGreaterThan(0)
})
