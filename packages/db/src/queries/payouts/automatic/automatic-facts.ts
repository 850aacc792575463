import { sql } from 'kysely'
import type { Trx } from '../../../client.ts'
import type { WithdrawalRef } from '../payouts.ts'

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
