import type { Answer } from '@chuma/contract/fields'
import { ALL_RAILS, type payoutQueue } from '@chuma/contract/payouts/payout-queue'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { isWorkingDay } from '../business-day.ts'
import { announce } from '../listen.ts'
import { isHeld } from './payouts.ts'

const stopColumns = ['isStopped', 'reason', 'code', 'since', 'stoppedBy'] as const

/** Serialise stopping, resuming and sending through this queue, until the transaction ends. */
export async function lockQueue(trx: Trx, provider: string) {
  const [queue] = await lockQueues(trx, [provider])
  if (!queue) throw new Error(`no queue of ${provider}`)
  return queue
}

type Rails = {
  /** One of the two queues is. */
  isStopped: boolean
  /** False: nothing keeps the next payment from leaving at once. */
  hasWait: boolean
}

/**
 * Lock the queue of all providers, and then the provider's own. The limits of a day are counted under the first. They are the
 * company's: under their own queues alone, two providers would each send the last payment of the day.
 */
export async function lockRails(trx: Trx, provider: string): Promise<Rails> {
  const queues = await lockQueues(trx, [ALL_RAILS, provider])
  return {
    isStopped: queues.some(({ isStopped }) => isStopped),
    hasWait: queues.some((queue) => queue.hasWait),
  }
}

/** All callers lock in one order: that of all providers first. */
async function lockQueues(trx: Trx, providers: readonly string[]) {
  const lock = () =>
    trx
      .selectFrom('payoutQueue')
      .select(['provider', ...stopColumns])
      .select(sql<boolean>`next_send_at > clock_timestamp()`.as('hasWait'))
      .where('provider', 'in', providers)
      .orderBy(sql`provider <> ${ALL_RAILS}`)
      .forUpdate()
      .execute()
  const locked = await lock()
  if (locked.length === providers.length) return locked
  // The first payment through a provider. No queue stands without that of all providers: a send that finds only its own locks it first, and
  // then the other, against the order of the rest.
  await trx
    .insertInto('payoutQueue')
    .values([...new Set([ALL_RAILS, ...providers])].map((provider) => ({ provider })))
    .onConflict((conflict) => conflict.column('provider').doNothing())
    .execute()
  return lock()
}

/**
 * Take the next turn of this queue, at most `perSecond` of them in a second, and return how long to wait for it. Null: it is further
 * away than `mostMs`, and no turn is taken. All processes share the turns, by the database's clock. The caller has locked the queue.
 */
export async function takeTurn(
  trx: Trx,
  provider: string,
  { perSecond, mostMs }: { perSecond: number | null; mostMs: number },
): Promise<{ waitMs: number } | { notForMs: number }> {
  const { rows } = await sql<{ waitMs: number }>`
    select greatest(0, extract(epoch from next_send_at - clock_timestamp()) * 1000)::float8 as wait_ms
    from payout_queue where provider = ${provider} and next_send_at > '-infinity'
  `.execute(trx)
  const waitMs = rows[0]?.waitMs ?? 0
  if (waitMs > mostMs) return { notForMs: waitMs }
  if (perSecond !== null) {
    await sql`update payout_queue
      set next_send_at = (
        greatest(next_send_at, statement_timestamp()) at time zone 'UTC' + make_interval(secs => ${1 / perSecond})
      ) at time zone 'UTC'
      where provider = ${provider}`.execute(trx)
  }
  return { waitMs }
}

/** Let nothing of this queue be sent for so long: the provider is busy. */
export async function slowQueue(trx: Trx, provider: string, seconds: number): Promise<void> {
  await lockQueue(trx, provider)
  await sql`update payout_queue
    set next_send_at = greatest(next_send_at, statement_timestamp() + make_interval(secs => ${seconds}))
    where provider = ${provider}`.execute(trx)
}

export async function isQueueStopped(db: Db, provider: string): Promise<boolean> {
  return (await findQueue(db, provider))?.isStopped ?? false
}

/** Undefined when nothing was sent through it yet. */
function findQueue(db: Db, provider: string) {
  return db.selectFrom('payoutQueue').select(stopColumns).where('provider', '=', provider).executeTakeFirst()
}

type Stop = { reason: string; code: string | null; stoppedBy: string }

export async function updateQueue(trx: Trx, provider: string, stop: Stop | null) {
  await announce(trx, 'waiting_change')
  return trx
    .updateTable('payoutQueue')
    .set(
      stop
        ? { ...stop, isStopped: true, since: sql<Date>`statement_timestamp()` }
        : { isStopped: false, reason: null, code: null, since: null, stoppedBy: null },
    )
    .where('provider', '=', provider)
    .execute()
}

type Totals = {
  todayKes: number
  memberTodayKes: number
  tomorrow: Date
  /** The balance less what was sent since; null when it is unknown or too old. */
  floatKes: number | null
}

type Summed = {
  provider: string
  memberId: string | null
  freshSeconds: number
  /** False: all members together have no limit. Their sum, which reads everything that was sent today, is left incomplete. */
  isDaySummed?: boolean
}

/**
 * Sum what was sent today, or may have been, to all and to one member, and what can still be sent. Under the queue's lock
 * true until the transaction ends.
 */
export async function getTotals(db: Db, { provider, memberId, freshSeconds, isDaySummed = true }: Summed) {
  const { rows } = await sql<Totals>`
    select today_kes, member_today_kes, tomorrow, float_kes
    from payout_totals(${provider}, ${memberId}, ${freshSeconds}, ${isDaySummed})
  `.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('payout_totals always answers one row')
  return totals
}

/** Count what is in the provider's queue and was not sent. */
export function getQueued(db: Db, provider: string | null): Promise<{ count: number; amountKes: number }> {
  return db
    .selectFrom('payoutAttempt')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<number>('amountKes'), sql<number>`0`).as('amountKes'),
    ])
    .where('state', '=', 'prepared')
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
}

type ReadQueue = Omit<Answer<typeof payoutQueue>, 'provider' | 'dailyLimitKes' | 'minimumFloatKes'> & {
  provider: string
}

/** Read these providers' queues, in their order. What is held, and what was sent today, is of all providers. */
export async function readQueues(db: Db, providers: readonly string[]): Promise<ReadQueue[]> {
  const { rows } = await sql<ReadQueue>`
    select named.provider, coalesce(q.is_stopped, false) as is_stopped, q.reason, q.code, q.since, q.stopped_by,
      coalesce(queued.count, 0) as queued_count, coalesce(queued.amount_kes, 0)::bigint as queued_kes,
      held.count as held_count, totals.today_kes as sent_today_kes,
      f.available_kes as float_kes, f.asked_at as float_at, coalesce(f.is_low, false) as is_float_low
    from unnest(${providers}::text[]) with ordinality as named (provider, place)
    left join payout_queue q on q.provider = named.provider
    left join payout_float f on f.provider = named.provider
    left join (
      select provider, count(*) as count, sum(amount_kes) as amount_kes
      from payout_attempt where state = 'prepared' group by provider
    ) queued on queued.provider = named.provider
    cross join (
      select count(*) as count from withdrawal where payout_state in ('manual', 'queued') and ${isHeld}
    ) held
    cross join payout_totals('', null, 0, true) totals
    order by named.place
  `.execute(db)
  return rows
}

export function findFloat(db: Db, provider: string) {
  return db
    .selectFrom('payoutFloat')
    .select(['availableKes', 'askedAt', 'isLow'])
    .where('provider', '=', provider)
    .executeTakeFirst()
}

/** Written before the query is sent. Unanswered ones are removed after two days. */
export async function insertFloatQuery(trx: Trx, query: { provider: string; tokenHash: string }) {
  await trx
    .deleteFrom('payoutFloatQuery')
    .where('askedAt', '<', sql<Date>`clock_timestamp() - interval '2 days'`)
    .execute()
  await trx.insertInto('payoutFloatQuery').values(query).execute()
}

export function findFloatQuery(db: Db, tokenHash: string) {
  return db
    .selectFrom('payoutFloatQuery')
    .select(['provider', 'askedAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

type NewFloat = { provider: string; availableKes: number; askedAt: Date }

/** Of two answers, the one to the later query counts. False when a later one is known. */
export async function upsertFloat(trx: Trx, float: NewFloat): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payoutFloat')
    .values(float)
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ availableKes: float.availableKes, askedAt: float.askedAt })
        .whereRef('payoutFloat.askedAt', '<', sql<Date>`excluded.asked_at`),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** True for the caller that changed it. */
export async function setFloatLow(trx: Trx, provider: string, isLow: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payoutFloat')
    .set({ isLow })
    .where('provider', '=', provider)
    .where('isLow', '<>', isLow)
    .executeTakeFirst()
  await announce(trx, 'waiting_change')
  return numUpdatedRows > 0n
}

export async function isAnyWaitingForFloat(db: Db, provider: string): Promise<boolean> {
  const found = await db
    .selectFrom('withdrawal as w')
    .innerJoin('payoutAttempt as a', (join) =>
      join.onRef('a.memberId', '=', 'w.memberId').onRef('a.withdrawalId', '=', 'w.withdrawalId'),
    )
    .select('w.withdrawalId')
    .where('w.waitReason', '=', 'low-float')
    .where('a.state', '=', 'prepared')
    .where('a.provider', '=', provider)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type FloatAhead = {
  provider: string
  floatKes: number
  /** Approved and not sent. */
  queuedKes: number
  sentDayKes: number
  hoursUntilOpening: number
}

/** When banks open, on working days, after the beginning of the business day. */
const BANKS_OPEN = '9 hours'

/** List these providers' floats that were heard of in the last day, what leaves them, and how long it is until one can be topped up. */
export async function listFloatsAhead(db: Db, providers: readonly string[]): Promise<FloatAhead[]> {
  const { rows } = await sql<FloatAhead>`
    with opening as (
      select min(d)::date as day from (select business_day(now()) as day) today,
        generate_series(today.day + 1, today.day + 14, interval '1 day') d
      where ${isWorkingDay(sql`d`)}
    ), queued as (
      select a.provider, sum(a.amount_kes) as kes from payout_attempt a
      where a.state = 'prepared' and a.provider = any(${providers}::text[]) group by a.provider
    ), sent as (
      select a.provider, sum(a.amount_kes) as kes from payout_attempt a
      where a.provider = any(${providers}::text[]) and a.sending_at > now() - interval '1 day'
        and a.state not in ('failed', 'not_sent') group by a.provider
    )
    select f.provider, f.available_kes::float8 as float_kes, coalesce(queued.kes, 0)::bigint as queued_kes,
      coalesce(sent.kes, 0)::bigint as sent_day_kes,
      extract(epoch from business_day_start(opening.day) + ${BANKS_OPEN}::interval - now())::float8 / 3600 as hours_until_opening
    from opening, payout_float f
    left join queued on queued.provider = f.provider
    left join sent on sent.provider = f.provider
    where f.provider = any(${providers}::text[]) and f.asked_at > now() - interval '1 day'
    order by f.provider
  `.execute(db)
  return rows
}

/** Read the database's time, this many seconds from now. Waits end by its clock: the application's may be wrong, or differ between servers. */
export async function getTimeIn(db: Db, seconds: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select clock_timestamp() + make_interval(secs => ${seconds}) as at
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table gives one row')
  return row.at
}
