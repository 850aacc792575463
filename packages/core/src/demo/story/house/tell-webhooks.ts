import { later } from '../create-calendar.ts'
import { actorOf, audit, STAFF, type World } from '../world.ts'

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
