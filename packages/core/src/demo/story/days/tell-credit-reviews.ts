import { boughtPoints } from '@chuma/contract/surveys/reward-points'
import { later } from '../create-calendar.ts'
import { actorOf, audit, type Click, type Person, STAFF, type World } from '../world.ts'
import { countTransaction, receiveEvent } from './receive-event.ts'
import { leave } from './visit-partner.ts'

const HOUR = 60
const REJECTED = 'The partner counts only the first step: the rest was not reached.'

/** Credits whose partner paid less than was promised: some wait for staff, one was rejected. */
export function tellCreditReviews(world: World, people: readonly Person[]): void {
  for (const [index, hoursAgo] of [3, 9, 26, 51].entries()) {
    const person = people[index * 2 + 2]
    if (person) payLess(world, person, { hoursAgo })
  }
  const [other] = people.slice(-1)
  if (other) payLess(world, other, { hoursAgo: 150, rejectedBy: STAFF.content })
}

type Told = { hoursAgo: number; rejectedBy?: (typeof STAFF)[keyof typeof STAFF] }

function payLess(world: World, person: Person, { hoursAgo, rejectedBy }: Told): void {
  const { calendar } = world
  const at = later(calendar.now, -hoursAgo * HOUR)
  const leftAt = later(at, -47)
  const click = leave(world, person, { daysAgo: calendar.daysAgoOf(leftAt), at: leftAt })
  if (!click || click.points === 0) return
  const creditId = announce(world, person, { click, at })
  const credit = world.rows.partnerCredit.find((row) => row.creditId === creditId)
  if (!credit || !rejectedBy) return
  const decidedAt = calendar.atDesk(later(at, 20 * HOUR))
  if (!calendar.isPast(decidedAt)) return
  const decidedBy = actorOf(rejectedBy)
  Object.assign(credit, { state: 'cancelled', reason: REJECTED, settledAt: decidedAt, decidedBy })
  audit(world, {
    at: decidedAt,
    by: rejectedBy,
    action: 'decide-credit-review',
    subject: `credit:${creditId}`,
    before: { state: 'review' },
    after: { state: 'cancelled', points: 0 },
    reason: REJECTED,
  })
}

function announce(world: World, { memberId }: Person, { click, at }: { click: Click; at: Date }): string {
  const { random, rows } = world
  const { partnerId, clickId, reference, title, points, attempt } = click
  const amountUsd = Math.max(0.4, Math.round(points * 60) / 100)
  const [transactionId, creditId] = [`T${random.code(9)}`, random.uuid()]
  const said = { partnerId, at, kind: 'credit', transactionId, memberId } as const
  const reason = 'pays-less-than-promised'
  const eventId = receiveEvent(world, { ...said, reference, amountUsd, outcome: 'review', reason, points })
  countTransaction(world, { ...said, eventId, creditId })
  rows.partnerCredit.push({
    memberId,
    creditId,
    partnerId,
    transactionId,
    clickId,
    kind: attempt ? 'survey' : 'offer',
    title,
    points,
    amountUsd,
    boughtPoints: boughtPoints(amountUsd, 1),
    reviewReason: reason,
    state: 'review',
    createdAt: at,
    releaseAt: at,
    settledAt: null,
    reason: null,
  })
  return creditId
}
