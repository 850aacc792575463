import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { SurveyKind } from '@chuma/contract/surveys/surveys'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import {
  actorOf,
  CAMPAIGN,
  DAY,
  HOUR,
  later,
  type Person,
  ROTA,
  STAFF,
  STORY_DAYS,
  tableOf,
  type World,
} from './world.ts'

/** The last one was switched off. `holdDays`: for how long it may take credits back. */
const PARTNERS = tableOf(
  ['key', 'name', 'daysAgo', 'holdDays'],
  `
  panel | Savanna Panel | 88 | 14
  offers | Tupike Offers | 77 | 7
  former | Sokoni Rewards | 83 | 0`,
)

/** Surveys that staff added. `from`, `ended`: how many days ago. */
const OFFERS = tableOf(
  ['from', 'ended', 'title', 'usd', 'minutes', 'category', 'country', 'partner', 'description'],
  `
  86 | 30 | Radio in the morning | 4 | 7 | lifestyle | Kenya |
    | Which station wakes you, and what makes you turn it off.
  80 | | Cooking with gas, charcoal or power | 6 | 11 | consumer-behavior | Kenya |
    | What your kitchen runs on, what it costs in a month, and what you would change to.
  74 | | School fees and how they are saved | 7.5 | 13 | finance | Kenya |
    | How families get ready for the first week of a term.
  69 | 20 | A soap that lathers in hard water | 3 | 5 | product-feedback | Global |
    | Compare two bars of soap from what you see on the wrapper.
  61 | | Boda helmets | 5 | 8 | market-research | Kenya | | Who wears one, who does not, and why.
  70 | | Seeds and rain | 9 | 15 | market-research | Kenya | panel
    | For those who farm, even a quarter of an acre: what you planted this season and when.
  56 | | Two banks on one phone | 8 | 14 | finance | Kenya | panel
    | Why people keep a second account, and which one they open first. On a partner’s page.
  38 | | Football on a screen | 5.5 | 9 | lifestyle | Global | panel
    | Where you watch, with whom, and what you pay for it. On a partner’s page.
  33 | | Uganda: a day of small payments | 4.5 | 9 | finance | Uganda |
    | Mobile money, cash and credit at the shop.
  24 | | The new packet of tea leaves | 3.5 | 5 | brand-awareness | Kenya |
    | Three designs: which one would you take home?
  15 | | A mosquito net that lasts | 6.5 | 10 | healthcare | Kenya |
    | How nets are hung, washed and mended. No medical details are asked.
  8 | | Paying for music | 4 | 6 | technology | Global |
    | Free, with advertisements, or by the week: what a song is worth to you.
  5 | | Holidays at home | 7 | 12 | lifestyle | Kenya | research
    | Where Kenyans travel in Kenya, and what keeps them away. On a partner’s page.`,
)

const LINKS = tableOf(
  ['from', 'title', 'points'],
  `
  64 | Try a grocery delivery | 180
  47 | Open a chama account | 300
  19 | A week of audiobooks | 0`,
)

const OFF = { before: { isActive: true }, after: { isActive: false } }

/** Three partners more than the demo has, their surveys and links, and what staff asked meanwhile. */
export function tellCatalogue(world: World): void {
  const { rows, random, calendar, base, partners, act } = world
  const idOf = (key: string) => partners[key as keyof typeof partners]
  for (const { key, name, daysAgo, holdDays } of PARTNERS) {
    const partnerId = idOf(key)
    const createdAt = calendar.at(Number(daysAgo), 11 * HOUR)
    const scheme = { ...base.partner.scheme, holdDays: Number(holdDays) }
    const keys = { preset: 'signed-link', publicKey: random.code(32), secret: random.code(24) }
    rows.partner.push({ partnerId, name, scheme, ...keys, isActive: key !== 'former', createdAt })
    act(STAFF.owner, createdAt)('create-partner', `partner:${partnerId}`, { after: { name } })
  }
  act(STAFF.owner, calendar.at(29, 16 * HOUR))('update-partner', `partner:${partners.former}`, OFF)
  for (const { from, ended, usd, minutes, partner, description, ...offer } of OFFERS) {
    const { title } = offer
    const [surveyId, isActive, rewardUsd] = [random.uuid(), !ended, Number(usd)]
    const createdAt = calendar.at(Number(from), random.between(9 * HOUR, 16 * HOUR))
    const kind: SurveyKind = partner ? 'external' : 'questions'
    const paying = { rewardUsd, durationMinutes: Number(minutes), partnerId: partner ? idOf(partner) : null }
    const survey = { ...offer, ...paying, surveyId, kind, questions: null }
    const externalUrl = partner ? `https://example.com/${partner}/${random.code(6)}?click={click_id}` : null
    const adminNotes = partner ? 'Ask the partner for the final count at the end of the month.' : ''
    const told = { description, externalUrl, adminNotes, isActive, screenOutPoints: 0 }
    rows.survey.push({ ...survey, ...told, createdAt })
    world.surveys.push({ ...survey, fromDaysAgo: Number(from), isOpen: isActive })
    const subject = `survey:${surveyId}`
    act(STAFF.content, createdAt)('create-survey', subject, { after: { title, rewardUsd } })
    if (ended) act(STAFF.content, calendar.at(Number(ended), 15 * HOUR))('update-survey', subject, OFF)
    if (title.startsWith('A mosquito net'))
      saveRule(world, surveyId, { rule: NETS, at: calendar.at(14, 10 * HOUR) })
  }
  for (const { from, title, points } of LINKS) {
    const [taskId, createdAt] = [random.uuid(), calendar.at(Number(from), 12 * HOUR)]
    const link = { taskId, kind: 'affiliate' as const, title, points: Number(points) }
    const task = { ...link, partnerId: partners.offers, minTimeSeconds: null }
    const description = 'Our partner adds points after your first order or saving.'
    const instructions = 'Use the same phone from the link to the end.'
    const url = `https://example.com/tupike/${random.code(6)}?ref={click_id}`
    rows.task.push({ ...task, url, description, instructions, country: 'Kenya', createdAt })
    world.tasks.push({ ...task, fromDaysAgo: Number(from) })
    act(STAFF.content, createdAt)('task.created', `task:${taskId}`, { after: { title } })
  }
}

/** Nets are for the counties around the lake and at the coast. */
const NETS: Rule = {
  and: [
    { is: 'any-of', attribute: 'county', codes: ['kisumu', 'kakamega', 'mombasa'] },
    { is: 'age', from: 18, to: 60 },
  ],
}

type Rule = StoryRow<'surveyEligibility'>['rule'] & object

/** Say who can take a survey. */
export function saveRule({ rows, act }: World, surveyId: string, { rule, at }: { rule: Rule; at: Date }) {
  const savedBy = actorOf(STAFF.content)
  rows.surveyEligibility.push({ surveyId, rule, version: 1, savedAt: at, savedBy })
  const sides = { before: { rule: null }, after: { rule } }
  act(STAFF.content, at)('save-eligibility', `survey:${surveyId}`, sides)
}

/** The last day of the one of staff who has left. */
const LEFT_DAYS_AGO = 30

/** Make the staff's accounts, all but the two of the log-in page, write their days into the audit log, and run the house. */
export function tellHouse(world: World): void {
  const { random, calendar, act, rows, passwordHash } = world
  const createdAt = calendar.at(STORY_DAYS - 1, 8 * HOUR)
  for (const { name: username, role, weekday, weekend } of ROTA) {
    const hasLeft = username === STAFF.former
    const subject = actorOf(username)
    act('system', createdAt)('create-staff', subject, { after: { role } })
    for (let daysAgo = STORY_DAYS - 1; daysAgo >= (hasLeft ? LEFT_DAYS_AGO : 0); daysAgo--) {
      if (!random.chance(Number(calendar.isWeekend(daysAgo) ? weekend : weekday))) continue
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
  const known = surveys.filter(({ fromDaysAgo }) => fromDaysAgo > daysAgo)
  const members = people.filter(({ joinedDaysAgo, fate }) => joinedDaysAgo > daysAgo && fate !== 'erased')
  const lost = { reason: 'The member has lost their phone' }
  const none = { after: { openCount: 0, resolvedCount: 0 } }
  const { content, finance, support } = STAFF
  const [survey, task, quiz] = [random.pick(known), random.pick(tasks), random.pick(base.questions)]
  const member = random.pick([...members, people[0]])
  for (const [share, by, action, subject, details] of [
    [0.5, finance, 'reconciliation.made', `day:${day}`, none],
    [0.45, content, 'update-survey', `survey:${survey.surveyId}`, {}],
    [0.3, content, 'task.updated', `task:${task.taskId}`, {}],
    [0.25, support, 'quiz-question.updated', `quiz-question:${quiz.questionId}`, {}],
    [0.2, support, 'member.sessions-ended', `member:${member?.memberId}`, lost],
  ] as const) {
    const at = calendar.at(daysAgo, random.between(9 * HOUR, 17 * HOUR))
    if (random.chance(share)) act(by, at)(action, subject, details)
  }
}

/** The bonus for inviting friends, for ten days: two versions of the economy. */
function tellCampaign({ rows, calendar, base, act }: World): void {
  const record = economy.parse({ ...defaultEconomy, ...base.economy?.record })
  const { from, to, bonusPoints } = CAMPAIGN
  const change = (follows: number, at: Date, { bonus, reason }: { bonus: number; reason: string }) => {
    const changed = { changedBy: actorOf(STAFF.owner), reason, createdAt: at, follows }
    rows.economyVersion.push({ record: { ...record, referralBonusPoints: bonus }, ...changed })
    const sides = [bonusPoints - bonus, bonus].map((points) => ({ referralBonusPoints: points }))
    const [before = {}, after = {}] = sides
    act(STAFF.owner, at)('economy.changed', 'economy', { before, after, reason })
  }
  const version = base.economy?.version ?? 0
  const begun = 'Ten days of radio spots, with a bonus for inviting friends'
  change(version, calendar.at(from, 7 * HOUR), { bonus: bonusPoints, reason: begun })
  change(version + 1, calendar.at(to - 1, 7 * HOUR), { bonus: 0, reason: 'The campaign is over' })
}

const EVENT_AGE_DAYS = 25
type Delivered = 'pending' | 'delivered' | 'failed'
type Event = { type: 'withdrawal.paid' | 'member.verified'; at: Date; id: string; data: object }

/** One program that listens, and one that stopped answering and was switched off. Neither address leads anywhere. */
function tellWebhooks(world: World): void {
  const { rows, calendar } = world
  const offAt = calendar.at(11, 10 * HOUR)
  const failingSince = later(offAt, -5 * DAY)
  const isRecent = (at: Date) => calendar.isPast(at) && calendar.daysAgoOf(at) <= EVENT_AGE_DAYS
  const reason = 'No delivery has arrived for five days'
  const off = { isActive: false, disabledReason: reason, failingSince }
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
  const verified = rows.member.flatMap(({ memberId: id = '', emailVerifiedAt: at }) =>
    at && isRecent(at) ? [{ id, at, data: { memberId: id, verifiedAt: at.toISOString() } }] : [],
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
  return ({ type, at, id, data }: Event, state: Delivered) => {
    const [eventId, deliveryId] = [random.uuid(), random.uuid()]
    rows.webhookEvent.push({ eventId, type, sourceKey: `${type}:${id}`, data, occurredAt: at })
    // The address leads nowhere, so the next attempt waits for a day.
    const waiting = { attempts: 5, settledAt: null, nextAttemptAt: calendar.ago(-22 * HOUR) }
    const settled = { attempts: 10, settledAt: later(at, 2 * DAY), nextAttemptAt: at }
    const failure = { lastStatus: 503, lastAnswer: 'upstream timed out', lastError: 'HTTP 503' }
    const success = { ...settled, attempts: 1, settledAt: later(at, 0.02), lastStatus: 204, lastAnswer: '' }
    const failed = state === 'failed' ? { ...settled, ...failure } : { ...waiting, ...failure }
    const result = state === 'delivered' ? success : failed
    rows.webhookDelivery.push({ deliveryId, eventId, endpointId, state, createdAt: at, ...result })
  }
}

/** Not every mail arrives: a full mailbox, a wrong address, a lost connection, and one that is just leaving. */
function tellMailTrouble({ rows, calendar }: World): void {
  rows.mailDelivery.sort((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0))
  const set = (place: number, change: StoryRow<'mailDelivery'>) =>
    Object.assign(rows.mailDelivery.at(place) ?? {}, change)
  const wrong = '550 5.1.1 The email account does not exist'
  const lost = 'The connection was lost before the server answered'
  for (const place of [90, 200, 310]) set(place, { state: 'refused', lastError: wrong })
  for (const place of [150, 280]) set(place, { state: 'unknown', lastError: lost })
  set(-1, { state: 'sending', settledAt: null, createdAt: calendar.ago(0.2) })
  const full = 'EENVELOPE RCPT TO 452: 4.2.2 The mailbox is full'
  set(-2, { state: 'refused', settledAt: null, attempts: 2, lastError: full })
}

/** Two jobs that failed every try: one that the owner has run again, and one that still waits for someone to do so. */
function tellJobs({ rows, random, calendar, act }: World): void {
  const after = { queue: 'reconcile-payouts' }
  act(STAFF.owner, calendar.at(8, 8 * HOUR + 43))('job.retried', `job:${random.uuid()}`, { after })
  const message = 'canceling statement due to statement timeout'
  const [name, failedAt] = ['roll-up-figures' as const, calendar.ago(9 * HOUR)]
  rows.failedJobs.push({ id: random.uuid(), name, data: {}, failedAt, message })
}

/** Nobody has answered the newest. */
const MESSAGES = tableOf(
  ['daysAgo', 'hour', 'from', 'closed', 'subject', 'message', 'text'],
  `
  85 | 9 | Akinyi | closed | How long does a first payout take?
    | I asked for KES 10,000 this morning. When will it be on my phone?
    | a person looks at the first payout to a new number. That takes up to one working day.
  72 | 11 | Njoki | closed | Jinsi ya kubadilisha nambari
    | Nimepata laini mpya. Nibadilishe nambari ya M-Pesa wapi?
    | andika nambari mpya utakapotoa pesa tena. Malipo ya kwanza kwa nambari mpya huangaliwa na mtu.
  58 | 17 | Peter | closed | Is there a fee to join?
    | A man in my estate asks KES 200 to register people at Chuma. Is that you?
    | no. Joining is free, and nobody may take money for it in our name. Please send us their number.
  52 | 10 | Rehema | | Can I be paid in Tanzania?
    | I live in Arusha. Can you send to a Tanzanian number?
    | not yet: M-Pesa of Kenya pays Kenyan numbers only. A bank account in Kenya works.
  40 | 19 | Zawadi | closed | Bonasi ya mwaliko
    | Nimemwalika rafiki wiki hii. Bonasi inalipwa lini?
    | bonasi inalipwa baada ya rafiki yako kulipwa kwa mara ya kwanza.
  31 | 14 | Faith | | Premium: can I stop?
    | If I pay for one month, will I be charged again the month after?
    | no. We never take money without asking. After a month it ends unless you pay again.
  17 | 10 | Purity | closed | Proof rejected
    | My proof was rejected, but the link works on my phone.
    | the post was visible to your friends only. Make it public and hand it in again; then it counts.
  13 | 13 | Victor | | Twenty minutes, three points
    | A survey said ten minutes and took twenty. That should be said before.
    | you are right, and thank you. We measured again and corrected the time.
  6 | 15 | Mariam | | Sikupokea barua pepe
    | Nimebadilisha barua pepe na sijapata kiungo cha kuthibitisha.
    | tumetuma tena. Angalia pia kwenye folda ya spam.
  2 | 17 | Evans | | Number on two phones
    | I have one line on two phones. Will both get the message of the payout?
  1 | 10 | Winnie | | Malipo yangu yamekwama
    | Ombi langu linasema linasubiri tangu jana. Kuna kitu ninachopaswa kufanya?
  1 | 14 | Janet Muli <janet.muli@soko.example> | | Advertise our market days
    | We run market days in Machakos. What does a micro-job with 100 people cost?
  1 | 19 | Felix | | Quiz answer is wrong
    | The quiz says that Lake Turkana is in Uganda. It is in Kenya, mostly.
  0 | 7 | Caroline | | Thank you
    | My first payout came in four minutes. I did not believe it. Thank you.`,
)

type Writer = Pick<Person, 'firstName' | 'lastName' | 'email'> & Partial<Person>

/** Three months of messages: the old ones are answered, the newest wait. */
export function tellInbox(world: World): void {
  const { calendar, people, random } = world
  for (const { daysAgo, hour, from, closed, subject, message, text } of MESSAGES) {
    const at = calendar.at(Number(daysAgo), Number(hour) * HOUR + random.between(0, 55))
    const [, name = '', email] = /^(.+) <(.+)>$/.exec(from) ?? []
    const writer: Writer | undefined = email
      ? { firstName: name, lastName: '', email }
      : people.find(({ firstName, joinedAt }) => firstName === from && joinedAt < at)
    if (!writer) continue
    const by = random.pick([STAFF.support, STAFF.support, STAFF.content])
    const greeting = `${writer.language === 'sw' ? 'Habari' : 'Dear'} ${writer.firstName},\n\n`
    const answer = { at: calendar.atDesk(later(at, random.between(25, 600))), by, text: `${greeting}${text}` }
    tellMessage(world, writer, {
      at,
      subject,
      message,
      isClosed: closed !== '',
      ...(text && { reply: answer }),
    })
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
