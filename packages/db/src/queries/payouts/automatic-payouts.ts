import type { AutomaticPayout, PersonReason, TripCause } from '@chuma/contract/payouts/automatic-payouts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { WithdrawalRef } from './payouts.ts'

const columns = ['isTripped', 'cause', 'reason', 'trippedBy', 'trippedAt', 'releasedAt'] as const

const select = (db: Db | Trx) => db.selectFrom('automaticPayoutSwitch').select(columns)

export function readSwitch(db: Db) {
  return select(db).executeTakeFirstOrThrow()
}

/**
 * Lock the switch until the transaction ends, after payouts and their queue. `share`: to send, beside other senders; `update`: to throw
 * or release it, and to approve, so that the sums of the day stay true.
 */
export function lockSwitch(trx: Trx, how: 'share' | 'update') {
  return how === 'share'
    ? select(trx).forShare().executeTakeFirstOrThrow()
    : select(trx).forUpdate().executeTakeFirstOrThrow()
}

type Trip = { cause: TripCause; reason: string; trippedBy: string }

/** Null: release it. */
export async function updateSwitch(trx: Trx, trip: Trip | null): Promise<void> {
  const now = sql<Date>`statement_timestamp()`
  await trx
    .updateTable('automaticPayoutSwitch')
    .set(
      trip
        ? { ...trip, isTripped: true, trippedAt: now }
        : { isTripped: false, cause: null, reason: null, trippedBy: null, trippedAt: null, releasedAt: now },
    )
    .execute()
}

/** What the last hour minted, earned and paid, beside the usual. */
export type Anomalies = {
  mintedPoints: number
  revenueUsd: number
  paidKes: number
  /** An hour's average over the seven days before. */
  usualPaidKes: number
  /** Of the last payments that ended. */
  settledCount: number
  failedCount: number
}

/** `since`: when the switch was released last; failures before it do not count again. */
export async function getAnomalies(db: Db, { since, lastPayments }: { since: Date; lastPayments: number }) {
  const { rows } = await sql<Anomalies>`
    with sent as materialized (
      select state, amount_kes, sending_at, settled_at from payout_attempt
      where sending_at > now() - interval '7 days 1 hour'
        and (state in ('sending', 'sent', 'unknown', 'needs_review', 'paid', 'failed') or receipt is not null)
    ), last as (
      select state from sent
      where state in ('paid', 'failed') and settled_at > greatest(now() - interval '6 hours', ${since})
      order by settled_at desc limit ${lastPayments}
    )
    select
      (select coalesce(sum(p.available_delta), 0)::bigint from posting p
        where p.created_at > now() - interval '1 hour' and p.available_delta > 0
          and p.kind not in ('release', 'payout-returned', 'debt-written-off', 'debt-moved')) as minted_points,
      (select coalesce(sum(c.amount_usd), 0)::float8 from partner_credit c
        where c.created_at > now() - interval '1 hour' and c.state <> 'reversed') as revenue_usd,
      (select coalesce(sum(amount_kes), 0)::bigint from sent
        where sending_at > now() - interval '1 hour' and state <> 'failed') as paid_kes,
      (select coalesce(sum(amount_kes), 0)::float8 / (7 * 24) from sent
        where sending_at <= now() - interval '1 hour' and state <> 'failed') as usual_paid_kes,
      (select count(*) from last) as settled_count,
      (select count(*) from last where state = 'failed') as failed_count
  `.execute(db)
  const [anomalies] = rows
  if (!anomalies) throw new Error('a select without from gives one row')
  return anomalies
}

/** What was sent in the last day, and what waits for a decision. */
export async function getPace(db: Db): Promise<{ sentDayKes: number; pendingKes: number }> {
  const { rows } = await sql<{ sentDayKes: number; pendingKes: number }>`
    select
      (select coalesce(sum(amount_kes), 0)::bigint from payout_attempt
        where sending_at > now() - interval '1 day' and state not in ('failed', 'not_sent')) as sent_day_kes,
      (select coalesce(sum(amount_kes), 0)::bigint from withdrawal where status = 'pending') as pending_kes
  `.execute(db)
  return rows[0] ?? { sentDayKes: 0, pendingKes: 0 }
}

export type OwnFacts = {
  /** By the database's clock. */
  now: Date
  tomorrow: Date
  riskScore: number
  /** Payments that the member ever got. */
  paidCount: number
  isSuspended: boolean
  /** Points of claims that staff granted and the partner has not confirmed. */
  unconfirmedPoints: number
  /** Staff ended a hold or a pause of this member lately. */
  isHoldLifted: boolean
  /** The provider itself paid this number, not a person by hand. */
  wasPaidByProvider: boolean
  /** What the rule approved for this member today, without this withdrawal. */
  memberTodayKes: number
}

/** Read what the rule needs of the member's own rows. The caller has locked the wallet. */
export async function getOwnFacts(
  trx: Trx,
  { memberId, withdrawalId, days }: WithdrawalRef & { days: number },
): Promise<OwnFacts> {
  const lately = sql`clock_timestamp() - make_interval(days => ${days})`
  const { rows } = await sql<OwnFacts>`
    with clock as materialized (
      select business_day_start(business_day(clock_timestamp())) as today,
        business_day_start(business_day(clock_timestamp()) + 1) as tomorrow
    )
    select clock_timestamp() as now, clock.tomorrow, w.risk_score,
      (select count(*) from withdrawal p where p.member_id = ${memberId} and p.paid_at is not null) as paid_count,
      m.suspended_at is not null as is_suspended,
      coalesce((
        select sum(c.points) from credit_claim c where c.member_id = ${memberId} and c.state = 'credited'
          and c.decided_at > ${lately}
          and not exists (select from partner_credit p where p.member_id = ${memberId} and p.claim_id = c.claim_id)
      ), 0)::bigint as unconfirmed_points,
      exists (
        select from hold h where h.member_id = ${memberId} and h.subject = 'withdrawal' and h.ended_at > ${lately}
          and h.ended_by <> 'system'
      ) or exists (
        select from payout_pause p where p.member_id = ${memberId} and p.lifted_at > ${lately} and p.lifted_by <> 'system'
      ) as is_hold_lifted,
      exists (
        select from payout_attempt a where a.member_id = ${memberId} and a.state = 'paid'
          and a.mpesa_number = w.mpesa_number
      ) as was_paid_by_provider,
      coalesce((
        select sum(d.amount_kes) from payout_decision d
        where d.member_id = ${memberId} and d.withdrawal_id <> ${withdrawalId} and d.outcome = 'pay'
          and d.decided_at >= clock.today
      ), 0)::bigint as member_today_kes
    from clock, withdrawal w join member m on m.member_id = w.member_id
    where w.member_id = ${memberId} and w.withdrawal_id = ${withdrawalId}
  `.execute(trx)
  const [facts] = rows
  if (!facts) throw new Error(`withdrawal ${withdrawalId} vanished`)
  return facts
}

/** Sum what the rule approved for all today. Under the switch's lock true until the transaction ends. */
export async function getAutomaticTodayKes(trx: Trx): Promise<number> {
  const { rows } = await sql<{ kes: number }>`
    select coalesce(sum(amount_kes), 0)::bigint as kes from payout_decision
    where outcome = 'pay' and decided_at >= business_day_start(business_day(clock_timestamp()))
  `.execute(trx)
  return rows[0]?.kes ?? 0
}

/**
 * Find which of these sources of credits a person made: staff, members who are on the staff, API keys, and offers, tasks and partners
 * that someone created or changed in the last `days`.
 */
export async function findMadeSources(
  trx: Trx,
  { sources, days }: { sources: readonly string[]; days: number },
): Promise<Set<string>> {
  const listed = sql.val(sources)
  const { rows } = await sql<{ source: string }>`
    select source from unnest(${listed}::text[]) as source
    where source ~ '^(staff|key):' or (source like 'member:%' and person_of(source) is not null)
    union
    select audit_entry.subject from audit_entry
    where audit_entry.subject = any(${listed}::text[]) and audit_entry.at > now() - make_interval(days => ${days})
      and audit_entry.actor <> 'system'
  `.execute(trx)
  return new Set(rows.map(({ source }) => source))
}

type Today = AutomaticPayout['today']

/** Count what the rule said on this business day. */
export async function getAutomaticToday(db: Db): Promise<Today> {
  const { rows } = await sql<Today>`
    with today as materialized (
      select outcome, reasons, amount_kes from payout_decision
      where decided_at >= business_day_start(business_day(clock_timestamp()))
    )
    select count(*) filter (where outcome = 'pay') as paid_count,
      coalesce(sum(amount_kes) filter (where outcome = 'pay'), 0)::bigint as paid_kes,
      count(*) filter (where outcome = 'sample') as sample_count,
      count(*) filter (where outcome = 'person') as person_count,
      (select coalesce(jsonb_agg(each), '[]') from (
        select reason, count(*) as count from today, unnest(reasons) as reason group by reason order by count(*) desc, reason
      ) each) as reasons
    from today
  `.execute(db)
  const [today] = rows
  if (!today) throw new Error('an aggregate gives one row')
  return today
}

type Agreement = Omit<AutomaticPayout['agreement'], 'disagreements'>

/** Compare the rule with what staff decided in the last `days`. */
export async function getAgreement(db: Db, days: number): Promise<Agreement> {
  const { rows } = await sql<Agreement>`
    select count(*) as decided_count,
      count(*) filter (where d.outcome <> 'person' and d.staff_outcome = 'approved') as both_pay_count,
      count(*) filter (where d.outcome <> 'person' and d.staff_outcome = 'rejected') as would_pay_rejected_count,
      count(*) filter (where d.outcome = 'person' and d.staff_outcome = 'approved') as person_approved_count,
      count(*) filter (where d.outcome = 'person' and d.staff_outcome = 'rejected') as person_rejected_count,
      percentile_cont(0.5) within group (order by extract(epoch from d.staff_decided_at - w.requested_at))::float8
        as staff_median_seconds
    from payout_decision d
    join withdrawal w on w.member_id = d.member_id and w.withdrawal_id = d.withdrawal_id
    where d.staff_decided_at > now() - make_interval(days => ${days})
  `.execute(db)
  const [agreement] = rows
  if (!agreement) throw new Error('an aggregate gives one row')
  return agreement
}

type Disagreement = {
  withdrawalId: string
  amountKes: number
  outcome: 'pay' | 'sample' | 'person'
  reasons: PersonReason[]
  staffOutcome: 'approved' | 'rejected'
  staffActor: string
  staffDecidedAt: Date
}

/** List where the rule would have paid and staff rejected first, then where it would not have and staff approved. */
export async function listDisagreements(db: Db, { days, limit }: { days: number; limit: number }) {
  const { rows } = await sql<Disagreement>`
    select withdrawal_id, amount_kes, outcome, reasons, staff_outcome, staff_actor, staff_decided_at
    from payout_decision
    where staff_decided_at > now() - make_interval(days => ${days})
      and (outcome <> 'person') <> (staff_outcome = 'approved')
    order by staff_outcome desc, staff_decided_at desc limit ${limit}
  `.execute(db)
  return rows
}

export type Times = {
  automaticMedianSeconds: number | null
  automaticSlowSeconds: number | null
  staffSlowSeconds: number | null
}

/** What fewer payments say is chance. */
const ENOUGH = 5
/** The newest; more say the same. */
const MAX_MEASURED = 1000

/** How long payouts took from the request to the payment: half, and nine in ten, were faster. What was held does not count. */
export async function getPayoutTimes(db: Db): Promise<Times> {
  const { rows } = await sql<Times>`
    with paid as materialized (
      select extract(epoch from w.paid_at - w.requested_at)::float8 as seconds, a.is_automatic
      from (
        select member_id, withdrawal_id, requested_at, paid_at from withdrawal
        where paid_at > now() - interval '7 days' order by paid_at desc limit ${MAX_MEASURED}
      ) w
      join payout_attempt a on a.member_id = w.member_id and a.withdrawal_id = w.withdrawal_id and a.state = 'paid'
      where not exists (select from hold h where h.member_id = a.member_id and h.subject = 'withdrawal'
          and h.subject_id = a.withdrawal_id)
    )
    select
      case when count(*) filter (where is_automatic) >= ${ENOUGH} then
        percentile_cont(0.5) within group (order by seconds) filter (where is_automatic) end as automatic_median_seconds,
      case when count(*) filter (where is_automatic) >= ${ENOUGH} then
        percentile_cont(0.9) within group (order by seconds) filter (where is_automatic) end as automatic_slow_seconds,
      case when count(*) filter (where not is_automatic) >= ${ENOUGH} then
        percentile_cont(0.9) within group (order by seconds) filter (where not is_automatic) end as staff_slow_seconds
    from paid
  `.execute(db)
  const [times] = rows
  if (!times) throw new Error('an aggregate gives one row')
  return times
}

type Open = {
  withdrawalId: string
  requestedAt: Date
  isHeld: boolean
  isAutomatic: boolean
  /** What the rule said; null: nothing yet. */
  outcome: 'pay' | 'sample' | 'person' | null
  /** Why it is undecided though a rule pays without a person; empty if none does. */
  reasons: PersonReason[]
}

/** Read what the rule said of a member's open withdrawals, the newest fifty. */
export async function listOpenOf(db: Db, memberId: string): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select w.withdrawal_id, w.requested_at, d.outcome,
      case when w.status = 'pending' and d.mode = 'on' then d.reasons else '{}' end as reasons,
      exists (
        select from hold h where h.member_id = w.member_id and h.subject = 'withdrawal'
          and h.subject_id = w.withdrawal_id and h.ended_at is null
      ) or exists (
        select from payout_pause p where p.member_id = w.member_id and p.lifted_at is null
      ) or w.wait_reason is not null as is_held,
      coalesce((
        select a.is_automatic from payout_attempt a
        where a.member_id = w.member_id and a.withdrawal_id = w.withdrawal_id order by a.attempt_no desc limit 1
      ), false) as is_automatic
    from withdrawal w
    left join payout_decision d on d.member_id = w.member_id and d.withdrawal_id = w.withdrawal_id
    where w.member_id = ${memberId}
      and (w.status = 'pending' or (w.status = 'approved' and w.payout_state in ('queued', 'sending', 'sent')))
    order by w.requested_at desc, w.withdrawal_id limit 50
  `.execute(db)
  return rows
}
