import type { StoryBase } from '@chuma/db/seed-story/read-story-base'
import { noRows, type Story } from '@chuma/db/seed-story/story-rows'
import { createCalendar, later } from './create-calendar.ts'
import { createLedger } from './create-ledger.ts'
import { createRandom } from './create-random.ts'
import { tellCancellation } from './days/tell-cancellation.ts'
import { tellDays } from './days/tell-days.ts'
import { tellProofs } from './days/tell-proofs.ts'
import { tellReviews } from './days/tell-reviews.ts'
import { tellStrangeEvents } from './days/tell-strange-events.ts'
import { tellWaiting } from './days/tell-waiting.ts'
import { knownSurveys, tellCatalogue } from './house/tell-catalogue.ts'
import { tellHouse } from './house/tell-house.ts'
import { tellInbox } from './house/tell-inbox.ts'
import { tellJobs } from './house/tell-jobs.ts'
import { tellMailTrouble } from './house/tell-mail-trouble.ts'
import { tellPageViews } from './house/tell-page-views.ts'
import { tellWebhooks } from './house/tell-webhooks.ts'
import { tellCorrections } from './members/tell-corrections.ts'
import { tellErasure } from './members/tell-erasure.ts'
import { tellMembers, tellSessions } from './members/tell-members.ts'
import { tellPremium } from './members/tell-premium.ts'
import { tellProfiles } from './members/tell-profiles.ts'
import { tellReferrals } from './members/tell-referrals.ts'
import { tellStanding } from './members/tell-standing.ts'
import { tellBooks } from './payouts/tell-books.ts'
import { tellDebts } from './payouts/tell-debts.ts'
import { tellIncident } from './payouts/tell-incident.ts'
import { tellOpenPayouts } from './payouts/tell-open-payouts.ts'
import { tellReturned } from './payouts/tell-returned.ts'
import { tellStudy } from './study/tell-study.ts'
import { STORY_DAYS, type World } from './world.ts'

const SEED = 20_261_125

type Terms = { now: Date; base: StoryBase; passwordHash: string }

/** Make up ninety days that end now. The same base and the same time give the same story. */
export function createStory({ now, base, passwordHash }: Terms): Story {
  const random = createRandom(SEED)
  const calendar = createCalendar(now)
  const world: World = {
    base,
    calendar,
    random,
    ledger: createLedger(),
    rows: noRows(),
    people: [],
    surveys: knownSurveys({ base }),
    tasks: base.tasks.map((task) => ({ ...task, fromDaysAgo: STORY_DAYS })),
    partners: {
      research: base.partner.partnerId,
      panel: random.uuid(),
      offers: random.uuid(),
      former: random.uuid(),
    },
    withdrawals: [],
    passwordHash,
  }
  tellAll(world)
  const { rows, ledger, people } = world
  rows.auditEntry.sort((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
  return {
    rows,
    postings: ledger.settle(),
    knownMembers: base.members.map(({ memberId, email }) => ({
      memberId,
      createdAt:
        people.find((person) => person.memberId === memberId)?.joinedAt ??
        calendar.at(STORY_DAYS - 1, 8 * 60),
      premiumUntil: email.startsWith('premium@') ? later(now, 365 * 24 * 60) : null,
    })),
    catalogueDaysAgo: STORY_DAYS,
    startedAt: calendar.at(STORY_DAYS, 8 * 60),
  }
}

/** In an order in which each part finds what it needs: balances before payouts, payouts before the books. */
function tellAll(world: World): void {
  tellCatalogue(world)
  tellMembers(world)
  tellDays(world)
  tellProofs(world)
  tellWaiting(world)
  tellReviews(world)
  tellDebts(world)
  tellCancellation(world)
  tellIncident(world)
  tellReturned(world)
  tellOpenPayouts(world)
  tellReferrals(world)
  tellCorrections(world)
  tellPremium(world)
  tellStanding(world)
  tellErasure(world)
  tellInbox(world)
  tellHouse(world)
  tellStrangeEvents(world)
  tellPageViews(world)
  tellWebhooks(world)
  tellBooks(world)
  tellMailTrouble(world)
  tellSessions(world)
  tellJobs(world)
  tellProfiles(world)
  tellStudy(world)
}
