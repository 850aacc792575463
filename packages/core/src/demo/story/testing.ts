import { createFilledDb } from '@chuma/db/create-filled-db.testing'
import { afterAll } from 'vitest'
import { ensureEconomy } from '../../admin/economy.ts'
import { createTestDeps } from '../../testing.ts'
import { seedDemo } from '../seed-demo.ts'
import { storyBegins } from './create-story.ts'

/** A separate database with the demo and its story, told once for all test files of a run. */
export async function openStoryDb() {
  const { db, close } = await createFilledDb('story', async (db) => {
    await ensureEconomy(db, { createdAt: storyBegins() })
    await seedDemo(createTestDeps(db), { hasStory: true })
  })
  afterAll(close)
  return { db, deps: createTestDeps(db) }
}
