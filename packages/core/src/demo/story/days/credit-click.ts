import { rewardPoints } from '@chuma/contract/surveys/survey-measures'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { type Click, later, type Person, reward, type World } from '../world.ts'

const HOUR = 60

/** Events that no member sees: tests, strangers' clicks, a reversal that came too early, and a forger. */
export function tellStrangeEvents(world: World): void {
  const { random, calendar, partners } = world
  const send = (
    event: Partial<Parameters<typeof receiveEvent>[1]> & {
      daysAgo: number
      outcome: StoryRow<'partnerEventOutcome'>['outcome'] & string
    },
  ) => {
    const { daysAgo, ...rest } = event
    const at = calendar.at(daysAgo, random.between(8 * HOUR, 20 * HOUR))
    const usual = {
      partnerId: partners.research,
      kind: 'credit' as const,
      transactionId: `T${random.code(9)}`,
      reference: random.bytes(24).toString('base64url'),
      amountUsd: 4,
    }
    if (calendar.isPast(at)) receiveEvent(world, { ...usual, at, ...rest })
  }
  for (const daysAgo of [88, 77])
    send({
      daysAgo,
      kind: 'test',
      outcome: 'test',
      partnerId: daysAgo === 88 ? partners.panel : partners.offers,
      amountUsd: 0,
    })
  for (const daysAgo of [61, 34, 16, 4, 1]) send({ daysAgo, outcome: 'unmatched', reason: 'unknown-click' })
  for (const daysAgo of [43, 9])
    send({ daysAgo, kind: 'reverse', outcome: 'kept-for-credit', partnerId: partners.panel })
  for (const daysAgo of [70, 52, 27, 12, 6])
    send({ daysAgo, kind: 'info', outcome: 'recorded', reason: 'info', amountUsd: 0 })
  for (const daysAgo of [31, 31, 30, 30, 30, 29])
    send({
      daysAgo,
      outcome: 'rejected',
      reason: 'signature-mismatch',
      partnerId: partners.former,
      amountUsd: 25,
    })
  send({ daysAgo: 14, outcome: 'rejected', reason: 'over-ceiling', amountUsd: 24 })
}

type Outcome = NonNullable<StoryRow<'partnerEventOutcome'>['outcome']>

type Event = {
  partnerId: string
  at: Date
  kind: 'credit' | 'reverse' | 'screenout' | 'test' | 'info'
  transactionId: string
  reference: string
  amountUsd: number
  outcome: Outcome
  reason?: string
  points?: number
  memberId?: string
}

const STATUS = {
  credit: 'completed',
  reverse: 'taken_back',
  screenout: 'screened_out',
  test: 'test',
  info: 'opened',
}

/** Store what a partner sent, and what became of it. Returns the event's id. */
export function receiveEvent({ rows, random, base }: World, event: Event): string {
  const { partnerId, at, kind, transactionId, reference, amountUsd, outcome } = event
  const eventId = random.uuid()
  const said = {
    click_id: reference,
    transaction_id: transactionId,
    amount_usd: amountUsd.toFixed(2),
    status: STATUS[kind],
  }
  const publicKey =
    rows.partner.find((partner) => partner.partnerId === partnerId)?.publicKey ?? base.partner.publicKey
  rows.partnerEvent.push({
    eventId,
    partnerId,
    receivedAt: at,
    method: 'POST',
    target: Buffer.from(`/postback/${publicKey}`),
    headers: { 'content-type': 'application/json', 'x-signature': random.bytes(32).toString('hex') },
    body: Buffer.from(JSON.stringify(said)),
    address: '203.0.113.24',
    replayOf: null,
  })
  rows.partnerEventOutcome.push({
    eventId,
    outcome,
    reason: event.reason ?? null,
    kind,
    transactionId,
    reference,
    amountUsd,
    points: event.points ?? null,
    memberId: event.memberId ?? null,
    decidedAt: at,
    decidedBy: 'system',
  })
  return eventId
}

type Counted = {
  partnerId: string
  transactionId: string
  kind: 'credit' | 'reverse' | 'screenout'
  eventId: string
  at: Date
  memberId: string | null
  creditId: string | null
}

/** A transaction that has counted, so that its repeat does not. */
export function countTransaction({ rows }: World, { at, ...counted }: Counted): void {
  rows.partnerTransaction.push({ ...counted, createdAt: at })
}

/** A credit that its partner took back before it was paid. */
export function tellCancellation(world: World): void {
  const { rows, calendar } = world
  const credit = rows.partnerCredit.find(
    ({ state, createdAt }) => state === 'pending' && createdAt && calendar.daysAgoOf(createdAt) > 2,
  )
  const click = rows.click.find(({ clickId }) => clickId === credit?.clickId)
  if (!credit || !click) return
  const {
    memberId = '',
    partnerId = '',
    transactionId = '',
    creditId = '',
    title = '',
    points = 0,
    amountUsd = 0,
  } = credit
  const at = calendar.at(1, 9 * 60 + 2)
  takeBack(
    world,
    { memberId },
    {
      partnerId,
      transactionId,
      creditId,
      title,
      points,
      amountUsd,
      at,
      isPaid: false,
      reference: click.reference ?? '',
    },
  )
  Object.assign(credit, { state: 'cancelled', settledAt: at, reason: 'failed-quality-check' })
}

const DAY_MINUTES = 24 * 60

/** Credit a click, as its partner's terms say: at once, or after the days for which it may take the credit back. */
export function creditClick(world: World, person: Person, { click, at }: { click: Click; at: Date }): void {
  const { random, rows, calendar, partners } = world
  const { memberId } = person
  const { partnerId, reference, amountUsd, attempt, title, clickId } = click
  const holdDays = partnerId === partners.panel ? 14 : partnerId === partners.offers ? 7 : 0
  const transactionId = `T${random.code(9)}`
  const creditId = random.uuid()
  const points = click.points > 0 ? click.points : rewardPoints(amountUsd, 1)
  const releaseAt = later(at, holdDays * DAY_MINUTES + (holdDays > 0 ? 3 : 0))
  const takenBackAt = whenTakenBack(world, person, { at, holdDays })
  const isReleased = calendar.isPast(releaseAt) && !(takenBackAt && takenBackAt < releaseAt)
  const outcome = holdDays > 0 ? 'pending' : 'credited'
  const eventId = receiveEvent(world, {
    partnerId,
    at,
    kind: 'credit',
    transactionId,
    reference,
    amountUsd,
    outcome,
    points,
    memberId,
  })
  countTransaction(world, { partnerId, transactionId, kind: 'credit', eventId, at, memberId, creditId })
  const kind = attempt ? ('survey' as const) : ('offer' as const)
  const counted = { partnerId, transactionId, creditId, points, title }
  rows.partnerCredit.push({
    memberId,
    creditId,
    partnerId,
    transactionId,
    clickId,
    kind,
    title,
    points,
    amountUsd,
    state: takenBackAt ? (isReleased ? 'reversed' : 'cancelled') : isReleased ? 'available' : 'pending',
    createdAt: at,
    releaseAt,
    settledAt: takenBackAt ?? (isReleased ? releaseAt : null),
    reason: takenBackAt ? 'failed-quality-check' : null,
  })
  if (attempt) Object.assign(attempt, { status: 'completed', completedAt: at, endedAt: at })
  if (isReleased) payCredit(world, person, { ...counted, kind, at: releaseAt })
  if (random.chance(0.06)) repeatEvent(world, { click, at: later(at, 2), transactionId, memberId })
  if (takenBackAt)
    takeBack(world, person, { ...counted, at: takenBackAt, isPaid: isReleased, reference, amountUsd })
}

/** A few answers fail the partner's quality check some days later. */
function whenTakenBack(
  { random, calendar }: World,
  { fate, isVisitors }: Person,
  { at, holdDays }: { at: Date; holdDays: number },
) {
  if (fate === 'erased' || isVisitors || !random.chance(0.09)) return null
  const days =
    holdDays > 0 && random.chance(0.6)
      ? random.between(2, holdDays - 1)
      : random.between(holdDays + 3, holdDays + 20)
  const takenBackAt = later(at, days * DAY_MINUTES + 77)
  return calendar.isPast(takenBackAt) ? takenBackAt : null
}

type Credit = {
  partnerId: string
  transactionId: string
  creditId: string
  points: number
  title: string
  at: Date
}

function payCredit(
  world: World,
  person: Person,
  { kind, ...credit }: Credit & { kind: 'survey' | 'offer' },
): void {
  const { partnerId, transactionId, creditId, points, title, at } = credit
  reward(world, person, {
    at,
    kind,
    points,
    sourceKey: `partner:${partnerId}:${transactionId}`,
    description: `${kind === 'survey' ? 'Survey' : 'Offer'}: ${title}`,
    subjectId: creditId,
    actor: `partner:${partnerId}`,
  })
}

function repeatEvent(
  world: World,
  repeat: { click: Click; at: Date; transactionId: string; memberId: string },
): void {
  const { click, ...again } = repeat
  const { partnerId, reference, amountUsd } = click
  receiveEvent(world, { ...again, partnerId, reference, amountUsd, kind: 'credit', outcome: 'duplicate' })
}

type TakenBack = Credit & { isPaid: boolean; reference: string; amountUsd: number }

/** Reverse exactly what was paid, even if the member has spent it. */
export function takeBack(world: World, { memberId }: Pick<Person, 'memberId'>, taken: TakenBack): void {
  const { partnerId, transactionId, creditId, points, title, at, isPaid, reference, amountUsd } = taken
  const reason = 'failed-quality-check'
  const kind = 'reverse'
  const eventId = receiveEvent(world, {
    partnerId,
    at,
    kind,
    transactionId,
    reference,
    amountUsd,
    outcome: 'reversed',
    reason,
    points,
    memberId,
  })
  countTransaction(world, { partnerId, transactionId, kind, eventId, at, memberId, creditId })
  if (!isPaid) return
  world.ledger.book(memberId, {
    at,
    kind: 'reversal',
    availableDelta: -points,
    heldDelta: 0,
    houseAccount: 'reversals',
    sourceKey: `reversal:${partnerId}:${transactionId}`,
    description: `Taken back by our partner: ${title}`,
    subjectId: creditId,
    actor: `partner:${partnerId}`,
    reverses: `partner:${partnerId}:${transactionId}`,
  })
}
