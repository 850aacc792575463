import type { PartnerOutcome } from '@chuma/contract/partners'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import type { Database } from '../schema.ts'

type NewEvent = Omit<Insertable<Database['partnerEvent']>, 'headers'> & { headers: object }

export function insertPartnerEvent(db: Db, { headers, ...event }: NewEvent) {
  return db
    .insertInto('partnerEvent')
    .values({ ...event, headers: JSON.stringify(headers) })
    .returning('eventId')
    .executeTakeFirstOrThrow()
}

type NewOutcome = Insertable<Database['partnerEventOutcome']>

/** What was made of an event. A second look at an unmatched or refused one replaces the first. */
export function upsertEventOutcome(trx: Trx, outcome: NewOutcome) {
  return trx
    .insertInto('partnerEventOutcome')
    .values(outcome)
    .onConflict((conflict) =>
      conflict
        .column('eventId')
        .doUpdateSet({ ...outcome, decidedAt: sql<Date>`now()` })
        .where('partnerEventOutcome.outcome', 'in', ['unmatched', 'rejected']),
    )
    .execute()
}

/** One event as it came, with what was made of it, if anything was. */
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
      'event.address',
      'event.receivedAt',
      'outcome.outcome',
    ])
    .where('event.eventId', '=', eventId)
    .executeTakeFirst()
}

/** Puts whoever decides about an event in a line until the transaction ends. */
export function lockPartnerEvent(trx: Trx, eventId: string) {
  return trx
    .selectFrom('partnerEvent')
    .select('eventId')
    .where('eventId', '=', eventId)
    .forKeyShare()
    .executeTakeFirst()
}

/** Events that a process took and did not live to settle. */
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

type EventFilter = {
  partnerId?: string | undefined
  outcome?: PartnerOutcome | undefined
  reference?: string | undefined
  after?: string | undefined
  limit: number
}

/** Newest first; the next page starts after the last `id` of this one. */
export function listPartnerEvents(db: Db, { partnerId, outcome, reference, after, limit }: EventFilter) {
  return db
    .selectFrom('partnerEvent as event')
    .innerJoin('partner', 'partner.partnerId', 'event.partnerId')
    .leftJoin('partnerEventOutcome as outcome', 'outcome.eventId', 'event.eventId')
    .select([
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
    ])
    .$if(partnerId !== undefined, (query) => query.where('event.partnerId', '=', partnerId ?? ''))
    .$if(outcome !== undefined, (query) => query.where('outcome.outcome', '=', outcome ?? 'rejected'))
    .$if(reference !== undefined, (query) => query.where('outcome.reference', '=', reference ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(event.received_at, event.event_id) < (
          select e.received_at, e.event_id from partner_event e where e.event_id = ${after}
        )`,
      ),
    )
    .orderBy('event.receivedAt', 'desc')
    .orderBy('event.eventId', 'desc')
    .limit(limit)
    .execute()
}
