import { sql } from 'kysely'

/**
 * The books of one business day, as the first part of a statement: `paid` and `posted`, what the provider has to know
 * (`expected`) and says (`told`). A withdrawal's movement and its receipt count for the day on which it was paid: at midnight the
 * one may be written a moment before the other.
 */
export const booksOf = (day: string, noReference: string) => sql`
  bounds as materialized (
    select ${day}::date as day, business_day_start(${day}::date) as lo, business_day_start(${day}::date + 1) as hi,
      exists (
        select from provider_statement where ${day}::date between first_day and last_day
      ) as has_statement
  ), paid as materialized (
    select w.*, case when upper(w.receipt) <> upper(${noReference}) then upper(w.receipt) end as code, exists (
      select from payout_attempt a
      where a.member_id = w.member_id and a.withdrawal_id = w.withdrawal_id and a.state = 'paid'
    ) as is_sent_by_provider
    from bounds, withdrawal w where w.status = 'paid' and w.paid_at >= lo and w.paid_at < hi
  ), posted as materialized (
    select p.member_id, p.seq, p.source_key, -p.held_delta as points, w.withdrawal_id
    from paid w
    join posting p on p.member_id = w.member_id and p.source_key = 'payout:' || w.withdrawal_id and p.kind = 'payout'
    union all
    select p.member_id, p.seq, p.source_key, -p.held_delta, null
    from bounds, posting p where p.kind = 'payout' and p.created_at >= lo and p.created_at < hi and not exists (
      select from withdrawal w where w.member_id = p.member_id and w.status = 'paid'
        and p.source_key = 'payout:' || w.withdrawal_id
    )
  ), withheld as materialized (
    select h.* from bounds, withholding h where h.day = bounds.day
  ), told as materialized (
    select l.*, w.withdrawal_id as paid_id from paid w join provider_statement_line l on l.receipt = w.code
    union all
    select l.*, null from bounds, provider_statement_line l
    where l.completed_at >= lo and l.completed_at < hi and not exists (
      select from withdrawal w where w.status = 'paid' and upper(w.receipt) = l.receipt
    )
  ), expected as materialized (
    select w.* from paid w where w.method = 'mpesa' and (w.is_sent_by_provider or w.code ~ '^[A-Z0-9]{10}$')
      or exists (select from told where told.paid_id = w.withdrawal_id)
  )`

const nothing = sql`null::bigint`

/** Each gives kind, subject key, withdrawal, receipt, unit, what was expected and found, and a note. */
const checks = [
  sql`select 'paid-without-posting' as kind, w.withdrawal_id::text as subject_key, w.withdrawal_id, w.receipt,
      'points' as unit, w.points as expected, 0::bigint as found, '' as note
    from paid w where not exists (select from posted p where p.withdrawal_id = w.withdrawal_id)`,
  sql`select 'posting-without-paid', p.member_id || ':' || p.seq, (
        select w.withdrawal_id from withdrawal w
        where w.member_id = p.member_id and p.source_key = 'payout:' || w.withdrawal_id
      ), null, 'points', 0, p.points, 'Movement ' || p.seq || ' of member ' || p.member_id
    from posted p where p.withdrawal_id is null`,
  sql`select 'amount-differs', 'posting:' || w.withdrawal_id, w.withdrawal_id, w.receipt, 'points', w.points, p.points, ''
    from paid w join posted p on p.withdrawal_id = w.withdrawal_id where p.points <> w.points`,
  sql`select 'amount-differs', 'attempt:' || w.withdrawal_id || ':' || a.attempt_no, w.withdrawal_id, a.receipt, 'KES',
      w.payout_kes, a.amount_kes, ''
    from paid w join payout_attempt a on a.member_id = w.member_id and a.withdrawal_id = w.withdrawal_id
    where a.state = 'paid' and a.amount_kes <> w.payout_kes`,
  sql`select 'amount-differs', 'line:' || l.receipt, w.withdrawal_id, l.receipt, 'KES', w.payout_kes, l.amount_kes, ''
    from told l join paid w on w.withdrawal_id = l.paid_id where l.amount_kes <> w.payout_kes`,
  // The number of somebody who was erased is not known any more.
  sql`select 'number-differs', l.receipt, w.withdrawal_id, l.receipt, null, ${nothing}, ${nothing},
      '…' || right(w.mpesa_number, 3) || ' / …' || l.number_end
    from told l join paid w on w.withdrawal_id = l.paid_id
    where w.mpesa_number ~ '[0-9]{3}$' and l.number_end <> right(w.mpesa_number, 3)`,
  sql`select 'receipt-missing', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', w.payout_kes, 0, ''
    from bounds, expected w
    where has_statement and not exists (select from told where told.paid_id = w.withdrawal_id)`,
  sql`select 'receipt-unknown', l.receipt, null, l.receipt, 'KES', 0, l.amount_kes, ''
    from told l where l.paid_id is null
      and not exists (select from payout_attempt a where upper(a.receipt) = l.receipt)`,
  sql`select case w.status when 'paid' then 'paid-twice' else 'receipt-not-settled' end, l.receipt, w.withdrawal_id,
      l.receipt, 'KES', case w.status when 'paid' then w.payout_kes else 0 end,
      l.amount_kes + case w.status when 'paid' then w.payout_kes else 0 end, ''
    from told l join lateral (
      select a.member_id, a.withdrawal_id from payout_attempt a where upper(a.receipt) = l.receipt limit 1
    ) a on true
    join withdrawal w on w.member_id = a.member_id and w.withdrawal_id = a.withdrawal_id
    where l.paid_id is null`,
  // Said once, on the day of the later one.
  sql`select 'receipt-twice', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', 0, w.payout_kes,
      'Also of withdrawal ' || other.withdrawal_id
    from paid w join lateral (
      select o.withdrawal_id from withdrawal o
      where o.status = 'paid' and upper(o.receipt) = w.code
        and (o.paid_at, o.withdrawal_id) < (w.paid_at, w.withdrawal_id)
      order by o.paid_at, o.withdrawal_id limit 1
    ) other on true`,
  sql`select 'attempt-paid-withdrawal-not', a.withdrawal_id || ':' || a.attempt_no, a.withdrawal_id, a.receipt, 'KES',
      a.amount_kes, 0, 'The withdrawal is ' || w.status
    from bounds, payout_attempt a
    join withdrawal w on w.member_id = a.member_id and w.withdrawal_id = a.withdrawal_id
    where a.state = 'paid' and a.settled_at >= lo and a.settled_at < hi and w.status <> 'paid'`,
  sql`select 'contradiction', e.entry_id::text, case when e.subject like 'withdrawal:%' then
        substr(e.subject, length('withdrawal:') + 1)::uuid end, e.after ->> 'receipt', 'KES', ${nothing},
      (e.after ->> 'amountKes')::bigint, 'Entry ' || e.entry_id || ' of the audit log'
    from bounds, audit_entry e
    where e.action = 'payout.contradiction' and e.at >= lo and e.at < hi`,
  // Said once: it stays in the books of the day on which it was first found.
  sql`select 'unresolved', a.withdrawal_id || ':' || a.attempt_no, a.withdrawal_id, a.receipt, 'KES', ${nothing},
      a.amount_kes, 'Sent ' || to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
    from bounds, payout_attempt a
    where a.state in ('unknown', 'needs_review') and a.created_at < least(hi, clock_timestamp()) - interval '1 day'
      and not exists (
        select from reconciliation_difference d where d.day <> bounds.day and d.kind = 'unresolved'
          and d.subject_key = a.withdrawal_id || ':' || a.attempt_no
      )`,
  sql`select 'tax-differs', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', w.tax_kes, coalesce(h.tax_kes, 0),
      case when h.day <> bounds.day then 'Booked on ' || h.day else '' end
    from bounds, paid w
    left join withholding h on h.member_id = w.member_id and h.withdrawal_id = w.withdrawal_id
    where (w.tax_kes > 0 or h.tax_kes is not null) and (bounds.day, w.amount_kes, w.tax_percent, w.tax_kes)
      is distinct from (h.day, h.base_kes, h.percent, h.tax_kes)`,
  sql`select 'tax-differs', h.withdrawal_id::text, h.withdrawal_id, null, 'KES', 0, h.tax_kes, 'Not paid on this day'
    from withheld h where not exists (select from paid w where w.withdrawal_id = h.withdrawal_id)`,
  sql`select 'sum-differs', name, null, null, unit, wanted, got, '' from day_totals t, lateral (values
      ('ledger', 'points', t.paid_points, t.posted_points),
      ('tax', 'KES', t.tax_kes, t.withheld_kes),
      ('provider', 'KES', t.expected_kes, case when t.has_statement then t.provider_kes else t.expected_kes end)
    ) as sums (name, unit, wanted, got) where wanted <> got`,
]

/** The sums of the same day. */
export const totals = sql`
  day_totals as materialized (
    select bounds.day, has_statement, p.paid_count, p.paid_points, p.gross_kes, p.tax_kes, p.sent_kes,
      (select coalesce(sum(points), 0)::bigint from posted) as posted_points,
      (select coalesce(sum(tax_kes), 0)::bigint from withheld) as withheld_kes,
      (select coalesce(sum(payout_kes), 0)::bigint from expected) as expected_kes,
      (select count(*) from told) as provider_count,
      (select coalesce(sum(amount_kes), 0)::bigint from told) as provider_kes
    from bounds, (
      select count(*) as paid_count, coalesce(sum(points), 0)::bigint as paid_points,
        coalesce(sum(amount_kes), 0)::bigint as gross_kes, coalesce(sum(tax_kes), 0)::bigint as tax_kes,
        coalesce(sum(payout_kes), 0)::bigint as sent_kes
      from paid
    ) p
  )`

/** Everything in which that day's books disagree. */
export const findings = sql`finding as materialized (${sql.join(checks, sql` union all `)})`
