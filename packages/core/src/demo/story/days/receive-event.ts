import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import type { World } from '../world.ts'

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
