import type { PartnerOutcome } from '@chuma/contract/partners/partners'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'

type NewEvent = Omit<Insertable<Database['partnerEvent']>, 'target' | 'headers' | 'body'> & {
  eventId: string
  sealed: string
}

export function insertPartnerEvent(db: Db, event: NewEvent) {
  return db.insertInto('partnerEvent').values(event).execute()
}

type NewOutcome = Insertable<Database['partnerEventOutcome']>

/** Record the outcome of an event. A second decision about an unmatched or refused one replaces the first. */
export function upsertEventOutcome(trx: Trx, { eventId, ...outcome }: NewOutcome) {
  return (
    trx
      .insertInto('partnerEventOutcome')
      .values({ eventId, ...outcome })
      // The key is not among the changed columns: Citus takes that for a move to another server.
      .onConflict((conflict) =>
        conflict
          .column('eventId')
          .doUpdateSet({ ...outcome, decidedAt: sql<Date>`excluded.decided_at` })
          .where('partnerEventOutcome.outcome', 'in', ['unmatched', 'rejected']),
      )
      .execute()
  )
}

/** Read one event unchanged, with its outcome, if any. */
export function findPartnerEvent(db: Db, eventId: string) {
  return db
    .selectFrom('partnerEvent as event')
    .leftJoin('partnerEventOutcome as outcome', 'outcome.eventId', 'event.eventId')
    .select([
      'event.eventId',
      'event.partnerId',
      'event.method',
      'event.target',
      'event.headers',
      'event.body',
      'event.sealed',
      'event.address',
      'event.receivedAt',
      'outcome.outcome',
    ])
    .where('event.eventId', '=', eventId)
    .executeTakeFirst()
}

/** Serialise decisions about an event, until the transaction ends. */
export function lockPartnerEvent(trx: Trx, eventId: string) {
  return trx
    .selectFrom('partnerEvent')
    .select('eventId')
    .where('eventId', '=', eventId)
    .forKeyShare()
    .executeTakeFirst()
}

/** List events that a process stored and did not live to settle. */
export function listUnsettledEvents(db: Db, olderThanSeconds: number) {
  return db
    .selectFrom('partnerEvent as event')
    .leftJoin('partnerEventOutcome as outcome', 'outcome.eventId', 'event.eventId')
    .select('event.eventId')
    .where('outcome.eventId', 'is', null)
    .where('event.receivedAt', '<', sql<Date>`now() - make_interval(secs => ${olderThanSeconds})`)
    .orderBy('event.receivedAt')
    .limit(200)
    .execute()
}

/** Record an old event that cannot be processed as refused, unless it has an outcome. */
export async function putEventAside(db: Db, eventId: string, olderThanSeconds: number): Promise<void> {
  await sql`
    insert into partner_event_outcome (event_id, outcome, reason)
    select event_id, 'rejected', 'cannot-be-processed' from partner_event
    where event_id = ${eventId} and received_at < now() - make_interval(secs => ${olderThanSeconds})
    on conflict (event_id) do nothing
  `.execute(db)
}

type EventFilter = {
  partnerId?: string | undefined
  outcome?: PartnerOutcome | undefined
  reference?: string | undefined
  after?: string | undefined
  limit: number
}

const eventColumns = [
  'event.eventId as id',
  'event.partnerId',
  'partner.name as partnerName',
  'event.receivedAt',
  'event.method',
  'event.address',
  'event.replayOf',
  'outcome.outcome',
  'outcome.reason',
  'outcome.kind',
  'outcome.transactionId',
  'outcome.reference',
  'outcome.amountUsd',
  'outcome.points',
  'outcome.memberId',
  'outcome.decidedBy',
] as const

/**
 * List newest first; the next page starts after the last `id` of this one. A filter by outcome reads the outcomes: a few
 * rejected events may lie behind millions of others.
 */
export function listPartnerEvents(db: Db, { partnerId, outcome, reference, after, limit }: EventFilter) {
  const found = outcome === undefined && reference === undefined ? 'event' : 'outcome'
  const place =
    found === 'event'
      ? sql`(event.received_at, event.event_id)`
      : sql`(outcome.received_at, outcome.event_id)`
  return db
    .selectFrom('partnerEvent as event')
    .innerJoin('partner', 'partner.partnerId', 'event.partnerId')
    .leftJoin('partnerEventOutcome as outcome', 'outcome.eventId', 'event.eventId')
    .select(eventColumns)
    .$if(partnerId !== undefined, (query) => query.where(`${found}.partnerId`, '=', partnerId ?? ''))
    .$if(outcome !== undefined, (query) => query.where('outcome.outcome', '=', outcome ?? 'rejected'))
    .$if(reference !== undefined, (query) => query.where('outcome.reference', '=', reference ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`${place} < (
          select e.received_at, e.event_id from partner_event e where e.event_id = ${after}
        )`,
      ),
    )
    .orderBy(`${found}.receivedAt`, 'desc')
    .orderBy(`${found}.eventId`, 'desc')
    .limit(limit)
    .execute()
}

/** List a partner's events since then that named no click of ours, newest first. */
export function listUnmatchedSince(db: Db, { partnerId, since }: { partnerId: string; since: Date }) {
  return db
    .selectFrom('partnerEventOutcome as outcome')
    .innerJoin('partnerEvent as event', 'event.eventId', 'outcome.eventId')
    .innerJoin('partner', 'partner.partnerId', 'outcome.partnerId')
    .select(eventColumns)
    .where('outcome.partnerId', '=', partnerId)
    .where('outcome.outcome', '=', 'unmatched')
    .where('outcome.receivedAt', '>=', since)
    .orderBy('outcome.receivedAt', 'desc')
    .orderBy('outcome.eventId', 'desc')
    .limit(20)
    .execute()
}

/** Read one event unchanged, with its outcome and its member. */
export async function findEventDetail(db: Db, eventId: string) {
  const found = await db
    .selectFrom('partnerEvent as event')
    .innerJoin('partner', 'partner.partnerId', 'event.partnerId')
    .leftJoin('partnerEventOutcome as outcome', 'outcome.eventId', 'event.eventId')
    .select(eventColumns)
    .select(['event.target', 'event.headers', 'event.body', 'event.sealed', 'outcome.decidedAt'])
    .where('event.eventId', '=', eventId)
    .executeTakeFirst()
  if (!found) return undefined
  return {
    ...found,
    userEmail: await findEmail(db, found.memberId),
    clickTitle: await findClickTitle(db, found.reference),
  }
}

/** A separate query: Citus has an event, its member and the click's reference on different servers, and cannot join them. */
async function findEmail(db: Db, memberId: string | null): Promise<string | null> {
  if (memberId === null) return null
  const member = await db
    .selectFrom('member')
    .select('email')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return member?.email ?? null
}

async function findClickTitle(db: Db, reference: string | null): Promise<string | null> {
  if (reference === null) return null
  const click = await db
    .selectFrom('clickReference')
    .innerJoin('click', (join) =>
      join
        .onRef('click.memberId', '=', 'clickReference.memberId')
        .onRef('click.clickId', '=', 'clickReference.clickId'),
    )
    .select('click.title')
    .where('clickReference.reference', '=', reference)
    .executeTakeFirst()
  return click?.title ?? null
}
