import { boughtPoints, rewardPoints } from '@chuma/contract/surveys/survey-measures'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { listOrdinary } from './people.ts'
import story from './story.json' with { type: 'json' }
import { asCompleted, beginAttempt, listOffered } from './surveys.ts'
import { actorOf, DAY, HOUR, later, type Person, STAFF, type World } from './world.ts'

/** A member who left for a partner's page. */
type Click = {
  clickId: string
  memberId: string
  reference: string
  partnerId: string
  title: string
  /** What the click promised; 0: only the partner knows. */
  points: number
  amountUsd: number
  attempt: StoryRow<'surveyAttempt'> | null
}
type Moment = { daysAgo: number; at: Date }

const owedPoints = ({ points, amountUsd }: Click) => (points > 0 ? points : rewardPoints(amountUsd, 1))

/** Leave for a partner's survey or link: many are paid for it, some are screened out, some hear nothing and ask. */
export function visitPartner(world: World, person: Person, { daysAgo, at: leftAt }: Moment): void {
  const { random, calendar } = world
  const click = leave(world, person, { daysAgo, at: leftAt })
  const at = later(leftAt, random.between(9, 240))
  if (!click || !calendar.isPast(at)) return
  const luck = random.next()
  if (luck < 0.58) {
    creditClick(world, click, { at, canFail: person.fate !== 'erased' && !person.isVisitors })
  } else if (luck < 0.7 && click.attempt) {
    const reason = random.pick(['quota-full', 'age-group', 'region', 'not-a-match'])
    receiveEvent(world, { ...click, at, kind: 'screenout', amountUsd: 0, outcome: 'screened-out', reason })
    Object.assign(click.attempt, { status: 'screened_out', screenOutReason: reason, endedAt: at })
  } else {
    // A signature that does not fit is the partner's mistake, which a member's claim brings to light.
    const failed = { outcome: 'rejected' as const, reason: 'signature-mismatch', memberId: null }
    if (luck < 0.8) receiveEvent(world, { ...click, ...failed, at, kind: 'credit' })
    if (random.chance(0.5))
      claim(world, person, { click, openedAt: later(leftAt, random.between(1, 4) * DAY + 90) })
  }
}

/** Follow a link that the member has not followed to its end. Null: there is none. */
function leave(world: World, person: Person, { daysAgo, at }: Moment): Click | null {
  const { random, tasks } = world
  const surveys = listOffered(world, person, daysAgo).filter(({ kind }) => kind === 'external')
  const links = tasks.filter(({ kind, fromDaysAgo }) => kind === 'affiliate' && fromDaysAgo > daysAgo)
  if (surveys.length > 0 && random.chance(0.75)) {
    const survey = random.pick(surveys)
    const click = addClick(world, person, { ...survey, points: rewardPoints(survey.rewardUsd, 1), at })
    const attempt = beginAttempt(world, person, { survey, startedAt: at, questions: [] })
    return { ...click, amountUsd: survey.rewardUsd * 1.4, attempt }
  }
  return links.length > 0 ? addClick(world, person, { ...random.pick(links), at }) : null
}

type Target = {
  title: string
  partnerId: string | null
  points: number
  at: Date
  surveyId?: string
  taskId?: string
}

export function addClick(world: World, person: Person, { at, ...target }: Target): Click {
  const { random, rows, base } = world
  const { memberId, address, device: userAgent } = person
  const { surveyId = null, taskId = null, title, points, partnerId } = target
  const ids = { memberId, clickId: random.uuid(), reference: random.bytes(24).toString('base64url') }
  rows.click.push({ ...ids, surveyId, taskId, partnerId, points, title, clickedAt: at, address, userAgent })
  rows.clickReference.push(ids)
  const amountUsd = Math.max(2.5, points / 45)
  return { ...ids, partnerId: partnerId ?? base.partner.partnerId, title, points, amountUsd, attempt: null }
}

const STATUS = {
  credit: 'completed',
  reverse: 'taken_back',
  screenout: 'screened_out',
  test: 'test',
  info: 'opened',
}
type Outcome = StoryRow<'partnerEventOutcome'>['outcome'] & string
/** A transaction that has counted, so that its repeat does not. */
const COUNTED: readonly Outcome[] = ['credited', 'pending', 'review', 'reversed', 'screened-out']

type Event = {
  partnerId: string
  reference: string
  at: Date
  kind: keyof typeof STATUS
  outcome: Outcome
  amountUsd: number
  transactionId?: string
  creditId?: string
  reason?: string | null
  points?: number
  /** Of a click that counts, or of one that the partner had right. */
  memberId?: string | null
}

/** Store what a partner sent, and its outcome. */
function receiveEvent({ rows, random, base }: World, event: Event): void {
  const { partnerId, at, kind, reference, amountUsd, outcome, reason = null, points = null } = event
  const { transactionId = `T${random.code(9)}`, creditId = null, memberId = null } = event
  const eventId = random.uuid()
  const known = rows.partner.find((partner) => partner.partnerId === partnerId) ?? base.partner
  const said = { click_id: reference, transaction_id: transactionId, amount_usd: amountUsd.toFixed(2) }
  rows.partnerEvent.push({
    eventId,
    partnerId,
    receivedAt: at,
    method: 'POST',
    target: Buffer.from(`/postback/${known.publicKey}`),
    headers: { 'content-type': 'application/json', 'x-signature': random.bytes(32).toString('hex') },
    body: Buffer.from(JSON.stringify({ ...said, status: STATUS[kind] })),
    address: '203.0.113.24',
  })
  const told = { eventId, outcome, reason, kind, transactionId, reference, amountUsd, points, memberId }
  rows.partnerEventOutcome.push({ ...told, decidedAt: at, decidedBy: 'system' })
  if (!COUNTED.includes(outcome)) return
  const counted = { partnerId, transactionId, kind: kind as 'credit', eventId, memberId, creditId }
  rows.partnerTransaction.push({ ...counted, createdAt: at })
}

type Credit = Required<StoryRow<'partnerCredit'>>
type Credited = Pick<Credit, 'releaseAt' | 'state' | 'amountUsd'> & { at: Date; reviewReason?: string }

function addCredit(world: World, click: Click, { at, ...credited }: Credited): Credit {
  const { random, rows } = world
  const { memberId, clickId, partnerId, title, attempt } = click
  const { state, amountUsd, releaseAt, reviewReason } = credited
  const points = owedPoints({ ...click, amountUsd })
  const ids = { memberId, partnerId, creditId: random.uuid(), transactionId: `T${random.code(9)}` }
  const outcome = state === 'review' ? 'review' : releaseAt > at ? 'pending' : 'credited'
  const said = { ...click, ...ids, at, amountUsd, points, reason: reviewReason ?? null }
  receiveEvent(world, { ...said, kind: 'credit', outcome })
  const about = { clickId, kind: attempt ? 'survey' : 'offer', title, points, createdAt: at }
  const bought = reviewReason ? boughtPoints(amountUsd, 1) : null
  const row = { ...ids, ...about, boughtPoints: bought, ...credited } as Credit
  rows.partnerCredit.push(row)
  return row
}

/** Credit a click, as its partner's terms say: at once, or after the days for which it may take the credit back. */
export function creditClick(world: World, click: Click, terms: { at: Date; canFail: boolean }): Credit {
  const { random, calendar, partners, post } = world
  const { at, canFail } = terms
  const { partnerId, attempt, amountUsd, title } = click
  const holdDays = story.partners.find(({ key }) => partners[key] === partnerId)?.holdDays ?? 0
  const releaseAt = later(at, holdDays > 0 ? holdDays * DAY + 3 : 0)
  // A few answers fail the partner's quality check some days later.
  const [least, most] = random.chance(0.6) && holdDays > 0 ? [2, holdDays - 1] : [holdDays + 3, holdDays + 20]
  const takenBackAt = later(at, random.between(least, most) * DAY + 77)
  const isTakenBack = canFail && random.chance(0.09) && calendar.isPast(takenBackAt)
  const isReleased = calendar.isPast(releaseAt) && !(isTakenBack && takenBackAt < releaseAt)
  const state = isReleased ? 'available' : 'pending'
  const credit = addCredit(world, click, { at, releaseAt, amountUsd, state })
  const { creditId, transactionId, points } = credit
  if (attempt) Object.assign(attempt, asCompleted(at))
  if (isReleased) {
    const [kind, text] = attempt ? (['survey', 'Survey'] as const) : (['offer', 'Offer'] as const)
    const about = { text: `${text}: ${title}`, id: creditId, by: `partner:${partnerId}` }
    post(click, releaseAt, { kind, points, key: `partner:${partnerId}:${transactionId}`, ...about })
    credit.settledAt = releaseAt
  }
  const repeated = { kind: 'credit', outcome: 'duplicate', at: later(at, 2) } as const
  if (random.chance(0.06)) receiveEvent(world, { ...click, transactionId, ...repeated })
  if (isTakenBack) takeBack(world, credit, takenBackAt)
  return credit
}

/** Take a credit back: exactly what was paid, even if the member has spent it, or nothing before that. */
export function takeBack(world: World, credit: Credit, at: Date): void {
  const { rows, post } = world
  const { memberId, partnerId, transactionId, creditId, points, title, clickId, amountUsd } = credit
  const reference = rows.click.find((click) => click.clickId === clickId)?.reference ?? ''
  const reason = 'failed-quality-check'
  const said = { partnerId, transactionId, creditId, memberId, reference, points, amountUsd, reason }
  receiveEvent(world, { ...said, at, kind: 'reverse', outcome: 'reversed' })
  const isPaid = credit.state === 'available'
  Object.assign(credit, { state: isPaid ? 'reversed' : 'cancelled', settledAt: at, reason })
  if (!isPaid) return
  const [key, reverses] = [`reversal:${partnerId}:${transactionId}`, `partner:${partnerId}:${transactionId}`]
  const about = { text: `Taken back by our partner: ${title}`, id: creditId, by: `partner:${partnerId}` }
  post({ memberId }, at, { kind: 'reversal', points, key, reverses, ...about })
}

/** Events that no member sees: tests, strangers' clicks, a reversal that came too early, and a forger. */
function tellStrangeEvents(world: World): void {
  const { random, calendar, partners } = world
  for (const { daysAgo: days, partner, usd, reason = null, ...event } of story.strangeEvents) {
    const said = { ...(event as Pick<Event, 'kind' | 'outcome'>), reason, amountUsd: usd }
    for (const daysAgo of days) {
      const at = calendar.at(daysAgo, random.between(8 * HOUR, 20 * HOUR))
      const reference = random.bytes(24).toString('base64url')
      const partnerId = partners[partner] ?? ''
      if (calendar.isPast(at)) receiveEvent(world, { ...said, partnerId, at, reference })
    }
  }
}

type Claim = { click: Click; openedAt: Date; isOpen?: boolean }

/** Some who hear nothing claim their points a few days later; staff decide within two or three. */
function claim(world: World, person: Person, { click, openedAt, isOpen = false }: Claim): void {
  const { random, rows, calendar } = world
  const { memberId, language, email } = person
  const { clickId, title } = click
  const claimId = random.uuid()
  const row = { memberId, claimId, clickId, note: random.pick(story.said.claimNotes[language]), openedAt }
  if (isOpen) {
    rows.creditClaim.push({ ...row, state: 'open' })
    return
  }
  const decidedAt = calendar.atDesk(later(openedAt, random.between(5, 52) * HOUR))
  // Those of today and yesterday wait for staff.
  if (calendar.daysAgoOf(openedAt) < 2 || !calendar.isPast(decidedAt)) return
  const state = random.pick(['credited', 'declined'] as const)
  const by = random.pick([STAFF.support, STAFF.content, STAFF.finance])
  const points = state === 'credited' ? owedPoints(click) : null
  const reason = random.pick(story.said.claimReasons[state])
  rows.creditClaim.push({ ...row, state, reason, points, decidedAt, decidedBy: actorOf(by) })
  const sides = { before: { state: 'open' }, after: { state, points } }
  world.act(by, decidedAt)('decide-claim', `claim:${claimId}`, { ...sides, reason })
  world.mail(decidedAt, email, ['sendClaimDecided', `Your claim for ${title}`])
  if (!points) return
  if (click.attempt) Object.assign(click.attempt, asCompleted(decidedAt))
  const about = { key: `claim:${clickId}`, text: `Claim granted: ${title}`, id: clickId, by: actorOf(by) }
  world.post(person, decidedAt, { kind: 'claim', points, ...about })
}

const UNDERPAID = 'The partner counts only the first step: the rest was not reached.'

/**
 * What staff find when they come in: claims, and credits whose partner paid less than was promised. One of these was rejected,
 * and one credit was taken back before it was paid.
 */
export function tellPartners(world: World): void {
  tellStrangeEvents(world)
  const { calendar, act, rows } = world
  const pending = rows.partnerCredit.find(
    ({ state, createdAt }) => state === 'pending' && createdAt && calendar.daysAgoOf(createdAt) > 2,
  )
  if (pending) takeBack(world, pending as Credit, calendar.at(1, 9 * HOUR + 2))
  const people = listOrdinary(world, 12)
  const leaveBefore = (person: Person | undefined, at: Date) =>
    person ? leave(world, person, { daysAgo: calendar.daysAgoOf(at), at }) : null
  for (const [index, hoursAgo] of [2, 5, 14, 27, 40].entries()) {
    const person = people[index * 2 + 1]
    const openedAt = calendar.ago(hoursAgo * HOUR)
    const click = leaveBefore(person, later(openedAt, -(26 + hoursAgo) * HOUR))
    if (click && person) claim(world, person, { click, openedAt, isOpen: true })
  }
  for (const [index, hoursAgo] of [3, 9, 26, 51, 150].entries()) {
    const isRejected = hoursAgo === 150
    const at = calendar.ago(hoursAgo * HOUR)
    const click = leaveBefore(people.at(isRejected ? -1 : index * 2 + 2), later(at, -47))
    if (!click || click.points === 0) continue
    const amountUsd = Math.max(0.4, Math.round(click.points * 60) / 100)
    const found = { releaseAt: at, state: 'review', reviewReason: 'pays-less-than-promised' } as const
    const credit = addCredit(world, click, { at, amountUsd, ...found })
    const settledAt = calendar.atDesk(later(at, 20 * HOUR))
    if (!isRejected || !calendar.isPast(settledAt)) continue
    const decidedBy = actorOf(STAFF.content)
    Object.assign(credit, { state: 'cancelled', reason: UNDERPAID, settledAt, decidedBy })
    const sides = { before: { state: 'review' }, after: { state: 'cancelled', points: 0 } }
    const subject = `credit:${credit.creditId}`
    act(STAFF.content, settledAt)('decide-credit-review', subject, { ...sides, reason: UNDERPAID })
  }
}
