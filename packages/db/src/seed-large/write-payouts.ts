import { sql } from 'kysely'
import { type SeedStep, seededId } from './seeded.ts'

const receipt = sql`'S' || lpad(upper(to_hex(withdrawal_no)), 9, '0')`
const number = sql`'2547' || lpad(n::text, 8, '0')`
const originator = sql`'po_' || lpad(to_hex(withdrawal_no), 12, '0')`
/** Sent through the provider instead of by hand. */
const isSent = sql`status = 'paid' and n % 10 < 8`
const payoutState = sql`case when status = 'paid' then 'paid'
  when status = 'approved' then (array['manual', 'manual', 'queued', 'needs_review'])[1 + n % 4] end`

/** Account numbers are written plainly, and destinations only listed, as by an earlier version: a server that starts with this database seals them. */
export function writePayouts(): SeedStep {
  return {
    name: 'withdrawals',
    statements: [
      sql`
        insert into withdrawal (member_id, withdrawal_id, status, points, kes_per_point, amount_kes, method, mpesa_number,
          bank_name, account_number, account_name, paypal_email, amount_usd, payout_state, requested_at, admin_comment,
          processed_by, processed_at, receipt, paid_at, review_reasons, risk_score)
        select member_id, withdrawal_id, status, points, 1000, points * 1000, method,
          case method when 'mpesa' then ${number} end, case method when 'bank' then 'Equity' end,
          case method when 'bank' then '01' || n end, case method when 'bank' then 'Amina Otieno' end,
          case method when 'paypal' then 'p' || n || '@example.com' end, case method when 'paypal' then points * 7.75 end,
          ${payoutState}, at + interval '30 minutes', case when status = 'rejected' then 'The number is not yours' end,
          case when status <> 'pending' then 'staff:finance' end,
          case when status <> 'pending' then at + interval '75 minutes' end, case when status = 'paid' then ${receipt} end,
          case when status = 'paid' then at + interval '75 minutes' end,
          case when n % 15 = 0 then '{new-number}'::text[] else '{}' end, case when n % 15 = 0 then 20 else 0 end
        from (
          select *, case when n % 10 < 8 then 'mpesa' when n % 10 = 8 then 'bank' else 'paypal' end as method
          from seed_withdrawal
        ) as asked order by member_id, at`,
      sql`
        insert into destination_backlog (member_id, withdrawal_id, named_at, paid_at)
        select member_id, (array_agg(withdrawal_id order by at desc))[1], min(at),
          min(at) filter (where status = 'paid') + interval '75 minutes'
        from seed_withdrawal group by member_id`,
      sql`
        insert into payout_attempt (member_id, withdrawal_id, attempt_no, provider, state, originator_conversation_id, amount_kes,
          mpesa_number, receipt, result_code, result_description, created_at, sending_at, settled_at)
        select member_id, withdrawal_id, 1, 'daraja', 'paid', ${originator}, points * 1000, ${number}, ${receipt}, '0', 'Done',
          at + interval '70 minutes', at + interval '70 minutes', at + interval '75 minutes'
        from seed_withdrawal where ${isSent} order by member_id, at`,
      sql`
        insert into payout_reference (kind, value, member_id, withdrawal_id, attempt_no)
        select 'originator', ${originator}, member_id, withdrawal_id, 1 from seed_withdrawal where ${isSent}`,
      sql`
        insert into payout_receipt (receipt, member_id, withdrawal_id, claimed_by)
        select ${receipt}, member_id, withdrawal_id, case when ${isSent} then 'provider' else 'staff' end
        from seed_withdrawal where status = 'paid'`,
      sql`
        insert into payout_pause (member_id, reason, paused_by, paused_at, appeal, appealed_at, appeal_answer, answered_by,
          answered_at, lift_reason, lifted_by, lifted_at)
        select member_id, 'Two accounts use one number', 'staff:finance', now() - make_interval(hours => (n % 9000)::int),
          case when n % 3 = 0 then 'It is my sister' end, case when n % 3 = 0 then now() end,
          case when n % 6 = 0 then 'Thank you' end, case when n % 6 = 0 then 'staff:finance' end, case when n % 6 = 0 then now() end,
          case when n % 2 = 0 then 'Explained' end, case when n % 2 = 0 then 'staff:finance' end, case when n % 2 = 0 then now() end
        from seed_member where n % 400 < 2`,
      sql`
        insert into premium_payment (member_id, payment_id, state, provider, mpesa_number, months, amount_kes, account_reference,
          created_at, settled_at)
        select member_id, ${seededId('payment', 'n')}, case when n % 1000 = 20 then 'review' when n % 200 = 20 then 'failed'
          else 'paid' end, 'daraja', ${number}, 1, 1000, 'PREM' || n, now() - make_interval(hours => (n % 9000)::int),
          case when n % 200 <> 20 then now() end
        from seed_member where n % 20 = 0`,
      sql`
        insert into reconciliation_run (day, made_by, paid_count, paid_points, gross_kes, tax_kes, sent_kes, posted_points,
          withheld_kes, has_statement, expected_kes, provider_count, provider_kes)
        select day, 'staff:finance', count(*), sum(points), sum(points) * 1000, 0, sum(points) * 1000, sum(points), 0, true,
          sum(points) * 1000, count(*), sum(points) * 1000
        from seed_withdrawal where status = 'paid' and day < current_date group by day`,
      sql`
        insert into reconciliation_difference (day, kind, subject_key, receipt, unit, expected, found, found_at, resolution,
          resolved_by, resolved_at)
        select day, 'amount-differs', r, r, 'KES', 100, 90, day, case when is_known then 'A fee' end,
          case when is_known then 'staff:finance' end, case when is_known then now() end
        from (
          select w.day, ${receipt} as r, withdrawal_no % 8 <> 0 as is_known
          from seed_withdrawal w join reconciliation_run using (day) where status = 'paid' and withdrawal_no % 20 < 2
        ) as odd`,
    ],
  }
}
