import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { SurveyKind } from '@chuma/contract/surveys/surveys'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import story from './story.json' with { type: 'json' }
import { actorOf, CAMPAIGN, DAY, HOUR, later, type Person, STAFF, STORY_DAYS, type World } from './world.ts'

const OFF = { before: { isActive: true }, after: { isActive: false } }

/** Three partners more than the demo has, their surveys and links, and what staff asked meanwhile. */
export function tellCatalogue(world: World): void {
  const { rows, random, calendar, base, partners, act } = world
  for (const { key, name, daysAgo, holdDays } of story.partners) {
    const partnerId = partners[key] ?? ''
    const createdAt = calendar.at(daysAgo, 11 * HOUR)
    const keys = { preset: 'signed-link', publicKey: random.code(32), secret: random.code(24) }
    const scheme = { ...base.partner.scheme, holdDays }
    rows.partner.push({ partnerId, name, scheme, ...keys, isActive: key !== 'former', createdAt })
    act(STAFF.owner, createdAt)('create-partner', `partner:${partnerId}`, { after: { name } })
  }
  act(STAFF.owner, calendar.at(29, 16 * HOUR))('update-partner', `partner:${partners.former}`, OFF)
  for (const { fromDaysAgo, endedDaysAgo, partner, description, ...offer } of story.offers) {
    const { title, rewardUsd } = offer
    const [surveyId, isActive] = [random.uuid(), endedDaysAgo === undefined]
    const createdAt = calendar.at(fromDaysAgo, random.between(9 * HOUR, 16 * HOUR))
    const kind: SurveyKind = partner ? 'external' : 'questions'
    const survey = { ...offer, surveyId, kind, questions: null, partnerId: partners[partner ?? ''] ?? null }
    const externalUrl = partner ? `https://example.com/${partner}/${random.code(6)}?click={click_id}` : null
    const adminNotes = partner ? 'Ask the partner for the final count at the end of the month.' : ''
    rows.survey.push({
      ...survey,
      description,
      externalUrl,
      adminNotes,
      isActive,
      screenOutPoints: 0,
      createdAt,
    })
    world.surveys.push({ ...survey, fromDaysAgo, isOpen: isActive })
    const subject = `survey:${surveyId}`
    act(STAFF.content, createdAt)('create-survey', subject, { after: { title, rewardUsd } })
    if (endedDaysAgo) act(STAFF.content, calendar.at(endedDaysAgo, 15 * HOUR))('update-survey', subject, OFF)
    if (title === NETS.title) saveRule(world, surveyId, { rule: NETS.rule, at: calendar.at(14, 10 * HOUR) })
  }
  for (const { fromDaysAgo, title, points } of story.links) {
    const [taskId, createdAt] = [random.uuid(), calendar.at(fromDaysAgo, 12 * HOUR)]
    const link = { taskId, kind: 'affiliate' as const, title, points }
    const task = { ...link, partnerId: partners.offers ?? null, minTimeSeconds: null }
    const description = 'Our partner adds points after your first order or saving.'
    const instructions = 'Use the same phone from the link to the end.'
    const url = `https://example.com/tupike/${random.code(6)}?ref={click_id}`
    rows.task.push({ ...task, url, description, instructions, country: 'Kenya', createdAt })
    world.tasks.push({ ...task, fromDaysAgo })
    act(STAFF.content, createdAt)('task.created', `task:${taskId}`, { after: { title } })
  }
}

type Rule = StoryRow<'surveyEligibility'>['rule'] & object

/** Nets are for the counties around the lake and at the coast. */
const NETS: { title: string; rule: Rule } = {
  title: 'A mosquito net that lasts',
  rule: {
    and: [
      { is: 'any-of', attribute: 'county', codes: ['kisumu', 'kakamega', 'mombasa'] },
      { is: 'age', from: 18, to: 60 },
    ],
  },
}

/** Say who can take a survey. */
export function saveRule({ rows, act }: World, surveyId: string, { rule, at }: { rule: Rule; at: Date }) {
  rows.surveyEligibility.push({ surveyId, rule, version: 1, savedAt: at, savedBy: actorOf(STAFF.content) })
  const sides = { before: { rule: null }, after: { rule } }
  act(STAFF.content, at)('save-eligibility', `survey:${surveyId}`, sides)
}

/** The last day of the one of staff who has left. */
const LEFT_DAYS_AGO = 30

/** Make the staff's accounts, all but the two of the log-in page, write their days into the audit log, and run the house. */
export function tellHouse(world: World): void {
  const { random, calendar, act, rows, passwordHash } = world
  const createdAt = calendar.at(STORY_DAYS - 1, 8 * HOUR)
  for (const { name: username, role, weekday, weekend } of story.staff) {
    const hasLeft = username === STAFF.former
    const subject = actorOf(username)
    act('system', createdAt)('create-staff', subject, { after: { role } })
    for (let daysAgo = STORY_DAYS - 1; daysAgo >= (hasLeft ? LEFT_DAYS_AGO : 0); daysAgo--) {
      if (!random.chance(calendar.isWeekend(daysAgo) ? weekend : weekday)) continue
      act(username, calendar.at(daysAgo, random.between(460, 560)))('log-in', subject)
      const leavesAt = calendar.at(daysAgo, random.between(1020, 1110))
      if (random.chance(0.6)) act(username, leavesAt)('log-out', subject)
    }
    if (username === STAFF.owner || username === STAFF.finance) continue
    const disabledAt = hasLeft ? calendar.at(LEFT_DAYS_AGO, 17 * HOUR) : null
    const account = { personId: random.uuid(), createdAt }
    rows.person.push(account)
    const staff = { staffId: random.uuid(), username, passwordHash, disabledAt, role: role as 'finance' }
    rows.staff.push({ ...account, ...staff })
    if (disabledAt) act(STAFF.owner, disabledAt)('staff.disabled', subject, { reason: 'Has left us' })
  }
  for (let daysAgo = STORY_DAYS - 1; daysAgo >= 0; daysAgo--) {
    if (!calendar.isWeekend(daysAgo)) doRoutine(world, daysAgo)
  }
  for (const tell of [tellCampaign, tellWebhooks, tellMailTrouble, tellJobs]) tell(world)
}

/** What is done anyway: a price corrected, a question added, a day's books compared again. */
function doRoutine(world: World, daysAgo: number): void {
  const { random, calendar, tasks, surveys, base, people, act } = world
  const day = calendar.dayOf(calendar.at(daysAgo + 1, 12 * HOUR))
  const members = people.filter(({ joinedDaysAgo, fate }) => joinedDaysAgo > daysAgo && fate !== 'erased')
  const survey = random.pick(surveys.filter(({ fromDaysAgo }) => fromDaysAgo > daysAgo))
  const [task, quiz] = [random.pick(tasks), random.pick(base.questions)]
  const member = random.pick([...members, people[0]])
  const lost = { reason: 'The member has lost their phone' }
  for (const [share, by, action, subject, details] of [
    [0.5, STAFF.finance, 'reconciliation.made', `day:${day}`, { after: { openCount: 0, resolvedCount: 0 } }],
    [0.45, STAFF.content, 'update-survey', `survey:${survey.surveyId}`, {}],
    [0.3, STAFF.content, 'task.updated', `task:${task.taskId}`, {}],
    [0.25, STAFF.support, 'quiz-question.updated', `quiz-question:${quiz.questionId}`, {}],
    [0.2, STAFF.support, 'member.sessions-ended', `member:${member?.memberId}`, lost],
  ] as const) {
    const at = calendar.at(daysAgo, random.between(9 * HOUR, 17 * HOUR))
    if (random.chance(share)) act(by, at)(action, subject, details)
  }
}

/** The bonus for inviting friends, for ten days: two versions of the economy. */
function tellCampaign({ rows, calendar, base, act }: World): void {
  const record = economy.parse({ ...defaultEconomy, ...base.economy?.record })
  const { from, to, bonusPoints } = CAMPAIGN
  const begun = 'Ten days of radio spots, with a bonus for inviting friends'
  for (const [index, { bonus, daysAgo, reason }] of [
    { bonus: bonusPoints, daysAgo: from, reason: begun },
    { bonus: 0, daysAgo: to - 1, reason: 'The campaign is over' },
  ].entries()) {
    const createdAt = calendar.at(daysAgo, 7 * HOUR)
    const changed = { changedBy: actorOf(STAFF.owner), reason, createdAt }
    const follows = (base.economy?.version ?? 0) + index
    rows.economyVersion.push({ record: { ...record, referralBonusPoints: bonus }, ...changed, follows })
    const [before, after] = [{ referralBonusPoints: bonusPoints - bonus }, { referralBonusPoints: bonus }]
    act(STAFF.owner, createdAt)('economy.changed', 'economy', { before, after, reason })
  }
}

const EVENT_AGE_DAYS = 25
type Event = Required<Pick<StoryRow<'webhookEvent'>, 'type' | 'data'>> & { id: string; at: Date }

/** One program that listens, and one that stopped answering and was switched off. Neither address leads anywhere. */
function tellWebhooks(world: World): void {
  const { rows, calendar } = world
  const offAt = calendar.at(11, 10 * HOUR)
  const failingSince = later(offAt, -5 * DAY)
  const isRecent = (at: Date) => calendar.isPast(at) && calendar.daysAgoOf(at) <= EVENT_AGE_DAYS
  const off = { isActive: false, disabledReason: 'No delivery has arrived for five days', failingSince }
  const accounting = { name: 'Accounting', url: 'https://erp.hesabu.invalid/hooks/chuma', ...off }
  const deliverPaid = addEndpoint(world, 71, { ...accounting, events: ['withdrawal.paid'] })
  for (const { row } of world.withdrawals) {
    const { withdrawalId: id, memberId, points, amountKes, paidAt: at } = row
    if (!at || !isRecent(at) || at >= offAt) continue
    const data = { withdrawalId: id, memberId, points, amountKes }
    deliverPaid({ type: 'withdrawal.paid', at, id, data }, at > failingSince ? 'failed' : 'delivered')
  }
  const calls = { name: 'Welcome calls', url: 'https://hooks.mazungumzo.invalid/chuma', isActive: true }
  const deliverVerified = addEndpoint(world, 58, { ...calls, events: ['member.verified'] })
  const verified = rows.member.flatMap(({ memberId = '', emailVerifiedAt: at }) =>
    at && isRecent(at) ? { id: memberId, at, data: { memberId, verifiedAt: at.toISOString() } } : [],
  )
  for (const [index, event] of verified.entries()) {
    const state = index === verified.length - 1 ? 'pending' : 'delivered'
    deliverVerified({ type: 'member.verified', ...event }, state)
  }
}

/** Add an endpoint. Returns how an event is delivered to it. */
function addEndpoint(world: World, daysAgo: number, endpoint: StoryRow<'webhookEndpoint'>) {
  const { rows, random, calendar, act } = world
  const endpointId = random.uuid()
  const createdAt = calendar.at(daysAgo, 14 * HOUR)
  const secret = `whsec_${random.bytes(32).toString('base64')}`
  const created = { createdBy: actorOf(STAFF.owner), createdAt, version: 1 }
  rows.webhookEndpoint.push({ endpointId, secret, ...created, ...endpoint })
  act(STAFF.owner, createdAt)('webhook.created', `webhook:${endpointId}`)
  return ({ type, at, id, data }: Event, state: 'pending' | 'delivered' | 'failed') => {
    const [eventId, deliveryId] = [random.uuid(), random.uuid()]
    rows.webhookEvent.push({ eventId, type, sourceKey: `${type}:${id}`, data, occurredAt: at })
    const failure = { lastStatus: 503, lastAnswer: 'upstream timed out', lastError: 'HTTP 503' }
    const result = {
      // The address leads nowhere, so the next attempt waits for a day.
      pending: { attempts: 5, settledAt: null, nextAttemptAt: calendar.ago(-22 * HOUR), ...failure },
      failed: { attempts: 10, settledAt: later(at, 2 * DAY), nextAttemptAt: at, ...failure },
      delivered: {
        attempts: 1,
        settledAt: later(at, 0.02),
        nextAttemptAt: at,
        lastStatus: 204,
        lastAnswer: '',
      },
    }[state]
    rows.webhookDelivery.push({ deliveryId, eventId, endpointId, state, createdAt: at, ...result })
  }
}

/** Not every mail arrives: a full mailbox, a wrong address, a lost connection, and one that is just leaving. */
function tellMailTrouble({ rows, calendar }: World): void {
  rows.mailDelivery.sort((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0))
  const wrong = { state: 'refused', lastError: '550 5.1.1 The email account does not exist' } as const
  const lost = { state: 'unknown', lastError: 'The connection was lost before the server answered' } as const
  const full = 'EENVELOPE RCPT TO 452: 4.2.2 The mailbox is full'
  for (const [place, change] of [
    [90, wrong],
    [200, wrong],
    [150, lost],
    [280, lost],
    [-1, { state: 'sending', settledAt: null, createdAt: calendar.ago(0.2) }],
    [-2, { state: 'refused', settledAt: null, attempts: 2, lastError: full }],
  ] as const)
    Object.assign(rows.mailDelivery.at(place) ?? {}, change)
}

/** Two jobs that failed every try: one that the owner has run again, and one that still waits for someone to do so. */
function tellJobs({ rows, random, calendar, act }: World): void {
  const after = { queue: 'reconcile-payouts' }
  act(STAFF.owner, calendar.at(8, 8 * HOUR + 43))('job.retried', `job:${random.uuid()}`, { after })
  const message = 'canceling statement due to statement timeout'
  const [name, failedAt] = ['roll-up-figures' as const, calendar.ago(9 * HOUR)]
  rows.failedJobs.push({ id: random.uuid(), name, data: {}, failedAt, message })
}

type Writer = Pick<Person, 'firstName' | 'lastName' | 'email'> & Partial<Person>

/** Three months of messages: the old ones are answered, the newest wait. */
export function tellInbox(world: World): void {
  const { calendar, people, random } = world
  for (const { daysAgo, hour, from, isClosed = false, answer, ...written } of story.messages) {
    const at = calendar.at(daysAgo, hour * HOUR + random.between(0, 55))
    const [, name = '', email] = /^(.+) <(.+)>$/.exec(from) ?? []
    const writer: Writer | undefined = email
      ? { firstName: name, lastName: '', email }
      : people.find(({ firstName, joinedAt }) => firstName === from && joinedAt < at)
    if (!writer) continue
    const by = random.pick([STAFF.support, STAFF.support, STAFF.content])
    const text = `${writer.language === 'sw' ? 'Habari' : 'Dear'} ${writer.firstName},\n\n${answer}`
    const reply = { at: calendar.atDesk(later(at, random.between(25, 600))), by, text }
    tellMessage(world, writer, { at, ...written, isClosed, ...(answer && { reply }) })
  }
}

type Reply = { at: Date; by: string; text: string }
type Message = { at: Date; subject: string; message: string; isClosed: boolean; reply?: Reply }

/** Write a message of the contact form, its answer, and who closed it. */
export function tellMessage(
  world: World,
  writer: Writer,
  { at, subject, message, isClosed, reply }: Message,
): void {
  const { rows, random, calendar, act, mail } = world
  if (!calendar.isPast(at)) return
  const { firstName, lastName, email, memberId = null, address = '105.160.4.90' } = writer
  const messageId = random.uuid()
  const isAnswered = reply !== undefined && calendar.isPast(reply.at)
  const status = isAnswered ? (isClosed ? 'closed' : 'answered') : 'new'
  const said = { name: `${firstName} ${lastName}`.trim(), email, subject, message, status } as const
  const from = { memberId, address, userAgent: 'Chrome on Android' }
  rows.contactMessage.push({ messageId, ...said, ...from, createdAt: at })
  mail(at, 'support@demo.chuma', ['sendContactMessage', `Message: ${subject}`])
  if (!isAnswered) return
  const [replyId, contact] = [random.uuid(), `contact:${messageId}`]
  const sent = { recipient: email, subject: `Re: ${subject}`, text: reply.text }
  const replied = { repliedBy: actorOf(reply.by), repliedAt: reply.at }
  rows.contactReply.push({ replyId, messageId, memberId, ...sent, ...replied })
  const answered = { before: { status: 'new' }, after: { status: 'answered', replyId } }
  act(reply.by, reply.at)('contact.answered', contact, answered)
  mail(reply.at, email, ['sendContactReply', `Re: ${subject}`])
  if (!isClosed) return
  const closed = { before: { status: 'answered' }, after: { status: 'closed' } }
  act(reply.by, calendar.atDesk(later(reply.at, 19 * HOUR)))('contact.closed', contact, closed)
}
