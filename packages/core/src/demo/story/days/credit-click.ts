import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import { later } from '../create-calendar.ts'
import { type Click, type Person, reward, type World } from '../world.ts'
import { countTransaction, receiveEvent } from './receive-event.ts'

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
