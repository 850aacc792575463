import { readStoryBase } from '@chuma/db/seed-story/read-story-base'
import type { Story } from '@chuma/db/seed-story/story-rows'
import { writeStory } from '@chuma/db/seed-story/write-story'
import type { Deps } from '../../deps.ts'
import { openPublicKey } from '../../partners/events.ts'
import { tellDays, tellProofs } from './days.ts'
import { tellCatalogue, tellHouse, tellInbox } from './house.ts'
import { tellPartners } from './partners.ts'
import { tellPayouts } from './payouts.ts'
import { tellMembers, tellProfiles, tellReferrals } from './people.ts'
import { tellStanding } from './standing.ts'
import { tellStudy } from './study.ts'
import { tellReviews } from './surveys.ts'
import { createCalendar, createWorld, DAY, HOUR, STORY_DAYS, type Terms, type World } from './world.ts'

type Options = { now?: Date; password: string }

/**
 * Give a demo the ninety days before `now`, in one transaction: members, payouts, an incident, and the work of its staff
 * (docs/decisions/0004). Secrets are plain until the caller seals them. Does nothing once members have moved points, so every
 * start may call it.
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
    await writeStory(trx, story)
  })
}

/** When the story begins; what was there before it has this date. */
export const storyBegins = (now = new Date()) => createCalendar(now).at(STORY_DAYS, 8 * HOUR)

/** In an order in which each part finds what it needs: balances before payouts, payouts before the books. */
const PARTS: readonly ((world: World) => void)[] = [
  ...[tellCatalogue, tellMembers, tellDays, tellProofs, tellPartners, tellReviews, tellPayouts],
  ...[tellReferrals, tellStanding, tellInbox, tellProfiles, tellHouse, tellStudy],
]

/** Make up ninety days that end now. The same base and the same time give the same story. */
export function createStory(terms: Terms): Story {
  const world = createWorld(terms)
  for (const tell of PARTS) tell(world)
  const { rows, people, calendar, base } = world
  rows.auditEntry.sort((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
  const joinedOf = (id: string) => people.find(({ memberId }) => memberId === id)?.joinedAt
  return {
    rows,
    postings: world.settle(),
    knownMembers: base.members.map(({ memberId, email }) => ({
      memberId,
      createdAt: joinedOf(memberId) ?? calendar.at(STORY_DAYS - 1, 8 * HOUR),
      premiumUntil: email.startsWith('premium@') ? calendar.ago(-365 * DAY) : null,
    })),
    catalogueDaysAgo: STORY_DAYS,
    startedAt: storyBegins(terms.now),
  }
}
