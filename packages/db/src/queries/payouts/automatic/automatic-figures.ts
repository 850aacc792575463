import type { AutomaticPayout, PersonReason } from '@chuma/contract/payouts/automatic-payouts'
import { sql } from 'kysely'
import type { Db } from '../../../client.ts'

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
export async function listDisagreements(
  db: Db,
  { days, limit }: { days: number; limit: number },
): Promise<Disagreement[]> {
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
const MOST_MEASURED = 1000

/** How long payouts took from the request to the payment: half, and nine in ten, were faster. What was held does not count. */
export async function getPayoutTimes(db: Db): Promise<Times> {
  const { rows } = await sql<Times>`
    with paid as materialized (
      select extract(epoch from w.paid_at - w.requested_at)::float8 as seconds, a.is_automatic
      from (
        select member_id, withdrawal_id, requested_at, paid_at from withdrawal
        where paid_at > now() - interval '7 days' order by paid_at desc limit ${MOST_MEASURED}
      ) w
      join payout_attempt a on a.member_id = w.member_id and a.withdrawal_id = w.withdrawal_id and a.state = 'paid'
      where not exists (select from hold h where h.member_id = w.member_id and h.subject = 'withdrawal'
          and h.subject_id = w.withdrawal_id)
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
