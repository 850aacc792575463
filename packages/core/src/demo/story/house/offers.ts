import type { SurveyKind } from '@chuma/contract/surveys/surveys'
import { audit, STAFF, type StorySurvey, type World } from '../world.ts'

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

type Offer = {
  title: string
  description: string
  rewardUsd: number
  minutes: number
  category: string
  country: string
  kind: SurveyKind
  partner?: 'research' | 'panel'
  fromDaysAgo: number
  /** Ended by staff that many days ago. */
  endedDaysAgo?: number
}

/** Surveys that staff added during the ninety days. */
const OFFERS: readonly Offer[] = [
  {
    title: 'Radio in the morning',
    description: 'Which station wakes you, and what makes you turn it off.',
    rewardUsd: 4,
    minutes: 7,
    category: 'lifestyle',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 86,
    endedDaysAgo: 30,
  },
  {
    title: 'Cooking with gas, charcoal or power',
    description: 'What your kitchen runs on, what it costs in a month, and what you would change to.',
    rewardUsd: 6,
    minutes: 11,
    category: 'consumer-behavior',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 80,
  },
  {
    title: 'School fees and how they are saved',
    description: 'How families get ready for the first week of a term.',
    rewardUsd: 7.5,
    minutes: 13,
    category: 'finance',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 74,
  },
  {
    title: 'A soap that lathers in hard water',
    description: 'Compare two bars of soap from what you see on the wrapper.',
    rewardUsd: 3,
    minutes: 5,
    category: 'product-feedback',
    country: 'Global',
    kind: 'questions',
    fromDaysAgo: 69,
    endedDaysAgo: 20,
  },
  {
    title: 'Boda helmets',
    description: 'Who wears one, who does not, and why.',
    rewardUsd: 5,
    minutes: 8,
    category: 'market-research',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 61,
  },
  {
    title: 'Seeds and rain',
    description: 'For those who farm, even a quarter of an acre: what you planted this season and when.',
    rewardUsd: 9,
    minutes: 15,
    category: 'market-research',
    country: 'Kenya',
    kind: 'external',
    partner: 'panel',
    fromDaysAgo: 70,
  },
  {
    title: 'Two banks on one phone',
    description: 'Why people keep a second account, and which one they open first. On a partner’s page.',
    rewardUsd: 8,
    minutes: 14,
    category: 'finance',
    country: 'Kenya',
    kind: 'external',
    partner: 'panel',
    fromDaysAgo: 56,
  },
  {
    title: 'Football on a screen',
    description: 'Where you watch, with whom, and what you pay for it. On a partner’s page.',
    rewardUsd: 5.5,
    minutes: 9,
    category: 'lifestyle',
    country: 'Global',
    kind: 'external',
    partner: 'panel',
    fromDaysAgo: 38,
  },
  {
    title: 'Uganda: a day of small payments',
    description: 'Mobile money, cash and credit at the shop.',
    rewardUsd: 4.5,
    minutes: 9,
    category: 'finance',
    country: 'Uganda',
    kind: 'questions',
    fromDaysAgo: 33,
  },
  {
    title: 'The new packet of tea leaves',
    description: 'Three designs: which one would you take home?',
    rewardUsd: 3.5,
    minutes: 5,
    category: 'brand-awareness',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 24,
  },
  {
    title: 'A mosquito net that lasts',
    description: 'How nets are hung, washed and mended. No medical details are asked.',
    rewardUsd: 6.5,
    minutes: 10,
    category: 'healthcare',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 15,
  },
  {
    title: 'Paying for music',
    description: 'Free, with advertisements, or by the week: what a song is worth to you.',
    rewardUsd: 4,
    minutes: 6,
    category: 'technology',
    country: 'Global',
    kind: 'questions',
    fromDaysAgo: 8,
  },
  {
    title: 'Holidays at home',
    description: 'Where Kenyans travel in Kenya, and what keeps them away. On a partner’s page.',
    rewardUsd: 7,
    minutes: 12,
    category: 'lifestyle',
    country: 'Kenya',
    kind: 'external',
    partner: 'research',
    fromDaysAgo: 5,
  },
]
