import { audit, STAFF, type StorySurvey, type World } from '../world.ts'
import { OFFERS, type Offer } from './offers.ts'

/** Three partners more than the demo has, their surveys and links, and what staff asked meanwhile. */
export function tellCatalogue(world: World): void {
  tellPartners(world)
  for (const offer of OFFERS) tellOffer(world, offer)
  tellLinks(world)
}

function tellPartners(world: World): void {
  const { rows, random, calendar, base, partners } = world
  const scheme = { ...base.partner.scheme }
  const others = [
    {
      partnerId: partners.panel,
      name: 'Savanna Panel',
      isActive: true,
      daysAgo: 88,
      scheme: { ...scheme, holdDays: 14 },
    },
    {
      partnerId: partners.offers,
      name: 'Tupike Offers',
      isActive: true,
      daysAgo: 77,
      scheme: { ...scheme, holdDays: 7 },
    },
    { partnerId: partners.former, name: 'Sokoni Rewards', isActive: false, daysAgo: 83, scheme },
  ]
  for (const { daysAgo, ...partner } of others) {
    const createdAt = calendar.at(daysAgo, 11 * 60)
    const publicKey = random.code(32)
    rows.partner.push({ ...partner, preset: 'signed-link', publicKey, secret: random.code(24), createdAt })
    audit(world, {
      at: createdAt,
      by: STAFF.owner,
      action: 'create-partner',
      subject: `partner:${partner.partnerId}`,
      after: { name: partner.name },
    })
  }
  audit(world, {
    at: calendar.at(29, 16 * 60 + 5),
    by: STAFF.owner,
    action: 'update-partner',
    subject: `partner:${partners.former}`,
    before: { isActive: true },
    after: { isActive: false },
  })
}

function tellOffer(world: World, { minutes, partner, fromDaysAgo, endedDaysAgo, ...offer }: Offer): void {
  const { rows, random, calendar, partners } = world
  const surveyId = random.uuid()
  const createdAt = calendar.at(fromDaysAgo, random.between(9 * 60, 16 * 60))
  const survey = {
    ...offer,
    surveyId,
    durationMinutes: minutes,
    partnerId: partner ? partners[partner] : null,
    questions: null,
    screenOutPoints: 0,
  }
  rows.survey.push({
    ...survey,
    externalUrl: partner ? `https://example.com/${partner}/${random.code(6)}?click={click_id}` : null,
    adminNotes: partner ? 'Ask the partner for the final count at the end of the month.' : '',
    isActive: endedDaysAgo === undefined,
    createdAt,
  })
  world.surveys.push({ ...survey, fromDaysAgo, isOpen: endedDaysAgo === undefined })
  const subject = `survey:${surveyId}`
  audit(world, {
    at: createdAt,
    by: STAFF.content,
    action: 'create-survey',
    subject,
    after: { title: offer.title, rewardUsd: offer.rewardUsd },
  })
  if (endedDaysAgo === undefined) return
  const at = calendar.atDesk(calendar.at(endedDaysAgo, 15 * 60))
  audit(world, {
    at,
    by: STAFF.content,
    action: 'update-survey',
    subject,
    before: { isActive: true },
    after: { isActive: false },
  })
}

const LINKS = [
  { title: 'Try a grocery delivery', points: 180, daysAgo: 64 },
  { title: 'Open a chama account', points: 300, daysAgo: 47 },
  { title: 'A week of audiobooks', points: 0, daysAgo: 19 },
]

function tellLinks(world: World): void {
  const { rows, random, calendar, partners } = world
  for (const { daysAgo, ...link } of LINKS) {
    const taskId = random.uuid()
    const createdAt = calendar.at(daysAgo, 12 * 60)
    const task = {
      ...link,
      taskId,
      kind: 'affiliate' as const,
      partnerId: partners.offers,
      minTimeSeconds: null,
    }
    rows.task.push({
      ...task,
      url: `https://example.com/tupike/${random.code(6)}?ref={click_id}`,
      description: 'Our partner adds points after your first order or saving.',
      instructions: 'Use the same phone from the link to the end.',
      country: 'Kenya',
      createdAt,
    })
    world.tasks.push({ ...task, fromDaysAgo: daysAgo })
    audit(world, {
      at: createdAt,
      by: STAFF.content,
      action: 'task.created',
      subject: `task:${taskId}`,
      after: { title: link.title },
    })
  }
}

/** What the demo has made before counts as open from the first day. */
export function knownSurveys({ base }: Pick<World, 'base'>): StorySurvey[] {
  return base.surveys.map((survey) => ({ ...survey, fromDaysAgo: 90, isOpen: true }))
}
