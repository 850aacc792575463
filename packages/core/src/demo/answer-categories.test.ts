import { afterAll, expect, test } from 'vitest'
import { getCodeFrame } from '../surveys/results/categories.ts'
import { createTestDeps, readRow } from '../testing.ts'
import { CATEGORIES } from './seed-demo.ts'
import { createStoryDb } from './story/testing.ts'

const { db, close } = await createStoryDb()
afterAll(close)
const deps = createTestDeps(db)

test('the demo has open answers in every category, and some in none', async () => {
  const { surveyId } = await readRow(db, 'survey', ['surveyId'], { title: 'A visit to the clinic' })
  const { categories, uncoded } = await getCodeFrame(deps, { id: surveyId, questionId: 6 })
  expect(categories.filter(({ answers }) => answers > 0).map(({ name }) => name)).toEqual(
    CATEGORIES.map(({ name }) => name),
  )
  expect(uncoded).toBeGreaterThan(0)
})
