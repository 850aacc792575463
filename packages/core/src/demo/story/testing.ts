import { createFilledDb } from '@chuma/db/create-filled-db.testing'
import { ensureEconomy } from '../../admin/economy.ts'
import { createTestDeps } from '../../testing.ts'
import { seedDemo } from '../seed-demo.ts'
import { storyBegins } from './create-story.ts'

/** A separate database with the demo and its story, told once for all test files of a run. */
export const createStoryDb = () =>
  createFilledDb('story', async (db) => {
    await ensureEconomy(db, { createdAt: storyBegins() })
    await seedDemo(createTestDeps(db), { hasStory: true })
  })
