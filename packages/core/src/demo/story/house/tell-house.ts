import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import {
  actorOf,
  audit,
  CAMPAIGN,
  isCampaign,
  later,
  STAFF,
  STORY_DAYS,
  type StaffName,
  type World,
} from '../world.ts'

type Colleague = {
  role: 'finance' | 'content' | 'analyst' | 'owner'
  weekday: number
  weekend: number
  until?: number
}

/** How often each signs in on a weekday, and at the weekend. */
const ROTA: Record<StaffName, Colleague> = {
  admin: { role: 'owner', weekday: 0.6, weekend: 0.4 },
  finance: { role: 'finance', weekday: 0.95, weekend: 0.1 },
  kiptoo: { role: 'finance', weekday: 0.85, weekend: 0 },
  wairimu: { role: 'content', weekday: 0.9, weekend: 0.1 },
  halima: { role: 'content', weekday: 0.9, weekend: 0.5 },
  musa: { role: 'analyst', weekday: 0.4, weekend: 0 },
  odera: { role: 'finance', weekday: 0.8, weekend: 0, until: 30 },
}

/** Make the staff's accounts, all but the two of the log-in page, and write their days into the audit log. */
export function tellHouse(world: World): void {
  for (const [name, colleague] of Object.entries(ROTA)) hire(world, name as StaffName, colleague)
  for (let daysAgo = STORY_DAYS - 1; daysAgo >= 0; daysAgo--) {
    for (const [name, colleague] of Object.entries(ROTA))
      spendDay(world, { name: name as StaffName, colleague, daysAgo })
    doRoutine(world, daysAgo)
  }
  tellCampaign(world)
}

function hire(world: World, name: StaffName, { role, until }: Colleague): void {
  const { rows, random, calendar, passwordHash } = world
  const createdAt = calendar.at(STORY_DAYS - 1, 8 * 60)
  audit(world, {
    at: createdAt,
    by: 'system',
    action: 'create-staff',
    subject: actorOf(name),
    after: { role },
  })
  if (name === STAFF.owner || name === STAFF.finance) return
  const disabledAt = until === undefined ? null : calendar.at(until, 17 * 60)
  const personId = random.uuid()
  rows.person.push({ personId, createdAt })
  rows.staff.push({
    staffId: random.uuid(),
    personId,
    username: name,
    passwordHash,
    role,
    passwordExpiresAt: null,
    createdAt,
    disabledAt,
  })
  if (disabledAt)
    audit(world, {
      at: disabledAt,
      by: STAFF.owner,
      action: 'staff.disabled',
      subject: actorOf(name),
      reason: 'Has left us',
    })
}

type Shift = { name: StaffName; colleague: Colleague; daysAgo: number }

function spendDay(world: World, { name, colleague: { weekday, weekend, until = -1 }, daysAgo }: Shift): void {
  const { random, calendar } = world
  if (daysAgo <= until || !random.chance(calendar.isWeekend(daysAgo) ? weekend : weekday)) return
  const at = calendar.at(daysAgo, random.between(7 * 60 + 40, 9 * 60 + 20))
  audit(world, { at, by: name, action: 'log-in', subject: actorOf(name) })
  if (random.chance(0.6))
    audit(world, {
      at: calendar.at(daysAgo, random.between(17 * 60, 18 * 60 + 30)),
      by: name,
      action: 'log-out',
      subject: actorOf(name),
    })
}

/** What is done anyway: a price corrected, a question added, a day's books compared again. */
function doRoutine(world: World, daysAgo: number): void {
  const { random, calendar, tasks, surveys, base } = world
  if (calendar.isWeekend(daysAgo)) return
  const at = () => calendar.at(daysAgo, random.between(9 * 60, 17 * 60))
  if (random.chance(0.5)) {
    const day = calendar.dayOf(calendar.at(daysAgo + 1, 720))
    audit(world, {
      at: at(),
      by: STAFF.finance,
      action: 'reconciliation.made',
      subject: `day:${day}`,
      after: { openCount: 0, resolvedCount: 0 },
    })
  }
  if (random.chance(0.45)) {
    const survey = random.pick(surveys.filter(({ fromDaysAgo }) => fromDaysAgo > daysAgo))
    const minutes = survey.durationMinutes
    audit(world, {
      at: at(),
      by: STAFF.content,
      action: 'update-survey',
      subject: `survey:${survey.surveyId}`,
      before: { durationMinutes: minutes - 2 },
      after: { durationMinutes: minutes },
    })
  }
  if (random.chance(0.3))
    audit(world, {
      at: at(),
      by: STAFF.content,
      action: 'task.updated',
      subject: `task:${random.pick(tasks).taskId}`,
    })
  if (random.chance(0.25))
    audit(world, {
      at: at(),
      by: STAFF.support,
      action: 'quiz-question.updated',
      subject: `quiz-question:${random.pick(base.questions).questionId}`,
    })
  if (random.chance(0.2)) {
    const [first, ...others] = world.people.filter(
      ({ joinedDaysAgo, fate }) => joinedDaysAgo > daysAgo && fate !== 'erased',
    )
    if (!first) return
    const { memberId } = random.pick([first, ...others])
    audit(world, {
      at: at(),
      by: STAFF.support,
      action: 'member.sessions-ended',
      subject: `member:${memberId}`,
      reason: 'The member has lost their phone',
    })
  }
}

/** The bonus for inviting friends, for ten days: two versions of the economy. */
function tellCampaign(world: World): void {
  const { rows, calendar, base } = world
  const record = economy.parse({ ...defaultEconomy, ...base.economy?.record })
  const first = base.economy?.version ?? 0
  const { from, to, bonusPoints } = CAMPAIGN
  const versions = [
    {
      at: calendar.at(from, 7 * 60),
      record: { ...record, referralBonusPoints: bonusPoints },
      reason: 'Ten days of radio spots, with a bonus for inviting friends',
    },
    { at: calendar.at(to - 1, 7 * 60), record, reason: 'The campaign is over' },
  ]
  for (const [index, { at, reason, ...version }] of versions.entries()) {
    rows.economyVersion.push({
      ...version,
      follows: first + index,
      changedBy: actorOf(STAFF.owner),
      reason,
      createdAt: at,
    })
    const [before, after] = index === 0 ? [0, bonusPoints] : [bonusPoints, 0]
    const sides = { before: { referralBonusPoints: before }, after: { referralBonusPoints: after } }
    audit(world, {
      at: later(at, 0),
      by: STAFF.owner,
      action: 'economy.changed',
      subject: 'economy',
      ...sides,
      reason,
    })
  }
}

const HOUR = 60
const DAY = 24 * HOUR
const EVENT_AGE_DAYS = 25
const SILENT_DAYS = 5

/** One program that listens, and one that stopped answering and was switched off. Neither address leads anywhere. */
export function tellWebhooks(world: World): void {
  const { rows, random, calendar } = world
  const [crm, books] = [random.uuid(), random.uuid()]
  const common = {
    isActive: true,
    disabledReason: null,
    failingSince: null,
    createdBy: actorOf(STAFF.owner),
    version: 1,
  }
  const secret = () => `whsec_${random.bytes(32).toString('base64')}`
  const offAt = calendar.at(11, 10 * HOUR)
  rows.webhookEndpoint.push(
    {
      ...common,
      endpointId: crm,
      name: 'Welcome calls',
      url: 'https://hooks.mazungumzo.invalid/chuma',
      secret: secret(),
      events: ['member.verified'],
      createdAt: calendar.at(58, 14 * HOUR),
    },
    {
      ...common,
      endpointId: books,
      name: 'Accounting',
      url: 'https://erp.hesabu.invalid/hooks/chuma',
      secret: secret(),
      events: ['withdrawal.paid'],
      createdAt: calendar.at(71, 11 * HOUR),
      isActive: false,
      disabledReason: 'No delivery has arrived for five days',
      failingSince: later(offAt, -SILENT_DAYS * DAY),
    },
  )
  for (const { endpointId, createdAt: at = calendar.now } of rows.webhookEndpoint) {
    audit(world, { at, by: STAFF.owner, action: 'webhook.created', subject: `webhook:${endpointId}` })
  }
  const recent = (moment: Date | null | undefined): moment is Date =>
    moment instanceof Date && calendar.daysAgoOf(moment) <= EVENT_AGE_DAYS
  for (const { row } of world.withdrawals) {
    if (!recent(row.paidAt) || row.paidAt >= offAt) continue
    const { withdrawalId, memberId, points, amountKes } = row
    const isLost = row.paidAt > later(offAt, -SILENT_DAYS * DAY)
    deliver(world, {
      endpointId: books,
      at: row.paidAt,
      type: 'withdrawal.paid',
      id: withdrawalId,
      data: { withdrawalId, memberId, points, amountKes },
      state: isLost ? 'failed' : 'delivered',
    })
  }
  const verified = rows.member.filter(
    ({ emailVerifiedAt }) => recent(emailVerifiedAt) && calendar.isPast(emailVerifiedAt),
  )
  for (const [index, { memberId = '', emailVerifiedAt }] of verified.entries()) {
    if (!emailVerifiedAt) continue
    const state = index === verified.length - 1 ? 'pending' : 'delivered'
    deliver(world, {
      endpointId: crm,
      at: emailVerifiedAt,
      type: 'member.verified',
      id: memberId,
      data: { memberId, verifiedAt: emailVerifiedAt.toISOString() },
      state,
    })
  }
}

type Delivery = {
  endpointId: string
  at: Date
  type: 'withdrawal.paid' | 'member.verified'
  id: string
  data: object
  state: 'pending' | 'delivered' | 'failed'
}

function deliver(
  { rows, random, calendar }: World,
  { endpointId, at, type, id, data, state }: Delivery,
): void {
  const eventId = random.uuid()
  rows.webhookEvent.push({ eventId, type, sourceKey: `${type}:${id}`, data, occurredAt: at })
  const isDelivered = state === 'delivered'
  rows.webhookDelivery.push({
    deliveryId: random.uuid(),
    eventId,
    endpointId,
    replayOf: null,
    state,
    attempts: isDelivered ? 1 : state === 'failed' ? 10 : 5,
    // The address leads nowhere, so the next attempt waits for a day.
    nextAttemptAt: state === 'pending' ? later(calendar.now, 22 * HOUR) : at,
    lastStatus: isDelivered ? 204 : 503,
    lastAnswer: isDelivered ? '' : 'upstream timed out',
    lastError: isDelivered ? null : 'HTTP 503',
    createdAt: at,
    settledAt: state === 'pending' ? null : later(at, isDelivered ? 0.02 : 2 * DAY),
  })
}

const PAGE_VIEWS_DAY = 24 * 60

/** Views of an ordinary Tuesday at the end of the story. */
const VIEWS: Record<string, number> = {
  '/': 96,
  '/signup': 21,
  '/login': 38,
  '/dashboard': 118,
  '/surveys': 84,
  '/survey/$surveyId': 46,
  '/withdraw': 29,
  '/profile': 14,
  '/activity': 17,
  '/about': 9,
  '/contact': 6,
  '/transparency': 8,
  '/invite': 5,
}
const RHYTHM = [0.55, 1.02, 1.1, 1.06, 1, 0.92, 0.66]

/** Page views of those who agreed to be counted: they grow, rest on Sundays, and jump with the campaign. */
export function tellPageViews({ rows, random, calendar }: World): void {
  for (let daysAgo = STORY_DAYS - 1; daysAgo >= 0; daysAgo--) {
    const growth = 0.3 + 0.7 * (1 - daysAgo / STORY_DAYS)
    const rhythm = RHYTHM[calendar.weekdayOf(daysAgo)] ?? 1
    const soFar =
      daysAgo > 0
        ? 1
        : Math.max(0.05, (calendar.now.getTime() - calendar.at(0, 0).getTime()) / (PAGE_VIEWS_DAY * 60_000))
    const bump = isCampaign(daysAgo) ? 1.9 : 1
    for (const [route, usual] of Object.entries(VIEWS)) {
      const isEntry = route === '/' || route === '/signup'
      const share = growth * rhythm * soFar * (isEntry ? bump : (1 + bump) / 2)
      const views = Math.round(usual * share * (0.88 + 0.24 * random.next()))
      if (views > 0)
        rows.pageView.push({ day: calendar.dayOf(calendar.at(daysAgo, 720)), route, shard: 0, views })
    }
  }
}

/** Not every mail arrives: a full mailbox, a wrong address, a lost connection, and one that is just leaving. */
export function tellMailTrouble({ rows, calendar }: World): void {
  const mails = rows.mailDelivery.filter(({ kind }) => kind !== 'sendQueueStopped')
  const set = (place: number, change: StoryRow<'mailDelivery'>) =>
    Object.assign(mails[Math.floor(mails.length * place)] ?? {}, change)
  const gone = '550 5.1.1 The email account does not exist'
  for (const place of [0.2, 0.5, 0.8]) set(place, { state: 'refused', lastError: gone })
  for (const place of [0.35, 0.72])
    set(place, { state: 'unknown', lastError: 'The connection was lost before the server answered' })
  rows.mailDelivery.sort((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0))
  const [last, before] = [rows.mailDelivery.at(-1), rows.mailDelivery.at(-2)]
  if (last) Object.assign(last, { state: 'sending', settledAt: null, createdAt: later(calendar.now, -0.2) })
  if (before)
    Object.assign(before, {
      state: 'refused',
      settledAt: null,
      attempts: 2,
      lastError: 'EENVELOPE RCPT TO 452: 4.2.2 The mailbox is full',
    })
}

/** Two jobs that failed every try: one that the owner has run again, and one that still waits for someone to do so. */
export function tellJobs(world: World): void {
  const { rows, random, calendar } = world
  const solved = { at: calendar.at(8, 6 * 60 + 12), queue: 'reconcile-payouts' as const }
  audit(world, {
    at: later(solved.at, 151),
    by: STAFF.owner,
    action: 'job.retried',
    subject: `job:${random.uuid()}`,
    after: { queue: solved.queue },
  })
  rows.failedJobs.push({
    id: random.uuid(),
    name: 'roll-up-figures',
    data: {},
    failedAt: later(calendar.now, -9 * 60),
    message: 'canceling statement due to statement timeout',
  })
}
