import { readStoryBase } from '@chuma/db/seed-story/read-story-base'
import { writeStory } from '@chuma/db/seed-story/write-story'
import type { Deps } from '../../deps.ts'
import { openPublicKey } from '../../partners/seal-partner.ts'
import { createCalendar } from './create-calendar.ts'
import { createStory } from './create-story.ts'
import { sealStory } from './seal-story.ts'
import { STORY_DAYS } from './world.ts'

type Options = { now?: Date; password: string }

/**
 * Give a demo the ninety days before `now`, in one transaction: members, payouts, an incident, and the work of its staff
 * (docs/decisions/0004). Does nothing once members have moved points, so every start may call it.
 */
export async function seedStory(
  { db, passwords, secrets }: Pick<Deps, 'db' | 'passwords' | 'secrets'>,
  { now = new Date(), password }: Options,
): Promise<void> {
  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (trx) => {
    const base = await readStoryBase(trx)
    if (!base) return
    const partner = { ...base.partner, publicKey: openPublicKey(secrets, base.partner) }
    const story = createStory({ now, base: { ...base, partner }, passwordHash })
    await writeStory(trx, sealStory(secrets, story))
  })
}

/** When the story begins; what was there before it has this date. */
export const storyBegins = (now = new Date()) => createCalendar(now).at(STORY_DAYS, 8 * 60)
