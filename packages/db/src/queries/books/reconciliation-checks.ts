import { sql } from 'kysely'
import type { Bounds } from './reconciliation-books.ts'

const nothing = sql`null::bigint`

/**
 * Each gives kind, subject key, withdrawal, receipt, unit, expected, found, and a note. They read the parts of
 * `reconciliation-books.ts` and tables that only the first server has.
 */
const checksOf = ({ begin, end, isBankDue }: Bounds) => [
  sql`select 'paid-without-posting' as kind, w.withdrawal_id::text as subject_key, w.withdrawal_id, w.receipt,
      'points' as unit, w.points as expected, 0::bigint as found, '' as note
    from paid w where not exists (select from moved p where p.withdrawal_id = w.withdrawal_id)`,
  sql`select 'posting-without-paid', p.member_id || ':' || p.seq, p.withdrawal_id, null, 'points', 0, p.points,
      'Movement ' || p.seq || ' of member ' || p.member_id
    from moved_for_nothing p`,
  sql`select 'amount-differs', 'posting:' || w.withdrawal_id, w.withdrawal_id, w.receipt, 'points', w.points, p.points, ''
    from paid w join moved p on p.withdrawal_id = w.withdrawal_id where p.points <> w.points`,
  sql`select 'amount-differs', 'attempt:' || w.withdrawal_id || ':' || a.attempt_no, w.withdrawal_id, a.receipt, 'KES',
      w.payout_kes, a.amount_kes, ''
    from paid w join sent a on a.withdrawal_id = w.withdrawal_id where a.amount_kes <> w.payout_kes`,
  sql`select 'amount-differs', 'line:' || l.receipt, w.withdrawal_id, l.receipt, 'KES', w.payout_kes, l.amount_kes, ''
    from known l join paid w on w.withdrawal_id = l.withdrawal_id where l.amount_kes <> w.payout_kes`,
  // An erased member's number is not known any more.
  sql`select 'number-differs', l.receipt, w.withdrawal_id, l.receipt, null, ${nothing}, ${nothing},
      '…' || right(w.mpesa_number, 3) || ' / …' || l.number_end
    from known l join paid w on w.withdrawal_id = l.withdrawal_id
    where w.mpesa_number ~ '[0-9]{3}$' and l.number_end <> right(w.mpesa_number, 3)`,
  sql`select 'receipt-missing', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', w.payout_kes, 0, ''
    from bounds, expected w
    where has_statement and not exists (select from known where known.withdrawal_id = w.withdrawal_id)`,
  // Money that came back may never have left the bank's own books.
  sql`select 'bank-row-missing', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', w.payout_kes,
      coalesce(ceil(b.cents / 100.0)::bigint, 0), ''
    from paid w left join banked b on b.withdrawal_id = w.withdrawal_id
    where ${isBankDue}::boolean and w.method = 'bank' and w.payout_state is distinct from 'returned'
      and b.cents is distinct from w.payout_kes * 100`,
  sql`select 'receipt-unknown', l.receipt, null, l.receipt, 'KES', 0, l.amount_kes, ''
    from stray l where not exists (select from astray a where a.receipt = l.receipt)`,
  sql`select case w.status when 'paid' then 'paid-twice' else 'receipt-not-settled' end, w.receipt, w.withdrawal_id,
      w.receipt, 'KES', case w.status when 'paid' then w.payout_kes else 0 end,
      w.amount_kes + case w.status when 'paid' then w.payout_kes else 0 end, ''
    from astray w`,
  // Reported once, on the day of the later one.
  sql`select 'receipt-twice', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', 0, w.payout_kes,
      'Also of withdrawal ' || w.other_id
    from shared w`,
  sql`select 'attempt-paid-withdrawal-not', a.withdrawal_id || ':' || a.attempt_no, a.withdrawal_id, a.receipt, 'KES',
      a.amount_kes, 0, 'The withdrawal is ' || a.status
    from sent_in_vain a`,
  // The provider reported it, so an attempt was made.
  sql`select 'attempt-missing', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', w.payout_kes, 0, ''
    from paid w join claimed c on c.receipt = w.code and c.withdrawal_id = w.withdrawal_id
    where not exists (select from sent where sent.withdrawal_id = w.withdrawal_id)`,
  sql`select 'contradiction', e.entry_id::text, case when e.subject like 'withdrawal:%' then
        substr(e.subject, length('withdrawal:') + 1)::uuid end, e.after ->> 'receipt', 'KES', ${nothing},
      (e.after ->> 'amountKes')::bigint, 'Entry ' || e.entry_id || ' of the audit log'
    from audit_entry e
    where e.action = 'payout.contradiction' and e.at >= ${begin} and e.at < ${end}`,
  // Reported once: it stays in the books of the day on which it was first found.
  sql`select 'unresolved', a.withdrawal_id || ':' || a.attempt_no, a.withdrawal_id, a.receipt, 'KES', ${nothing},
      a.amount_kes, 'Sent ' || to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
    from bounds, in_doubt a
    where not exists (
        select from reconciliation_difference d where d.day <> bounds.day and d.kind = 'unresolved'
          and d.subject_key = a.withdrawal_id || ':' || a.attempt_no
      )`,
  sql`select 'tax-differs', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', w.tax_kes, coalesce(h.tax_kes, 0),
      case when h.day <> bounds.day then 'Booked on ' || h.day else '' end
    from bounds, paid w
    left join booked h on h.withdrawal_id = w.withdrawal_id
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
  owed as materialized (
    select h.tax_kes from bounds join booked h on h.day = bounds.day
    union all
    select h.tax_kes from withheld h where not exists (select from booked b where b.withdrawal_id = h.withdrawal_id)
  ), day_totals as materialized (
    select bounds.day, has_statement, p.paid_count, p.paid_points, p.gross_kes, p.tax_kes, p.sent_kes,
      (
        select coalesce(sum(points), 0)::bigint
        from (select points from moved union all select points from moved_for_nothing) posted
      ) as posted_points,
      (select coalesce(sum(tax_kes), 0)::bigint from owed) as withheld_kes,
      (select coalesce(sum(payout_kes), 0)::bigint from expected) as expected_kes,
      told.provider_count, told.provider_kes
    from bounds, (
      select count(*) as paid_count, coalesce(sum(points), 0)::bigint as paid_points,
        coalesce(sum(amount_kes), 0)::bigint as gross_kes, coalesce(sum(tax_kes), 0)::bigint as tax_kes,
        coalesce(sum(payout_kes), 0)::bigint as sent_kes
      from paid
    ) p, (
      select count(*) as provider_count, coalesce(sum(amount_kes), 0)::bigint as provider_kes
      from (select amount_kes from known union all select amount_kes from stray) line
    ) told
  )`

/** Every disagreement in that day's books. */
export const findingsOf = (bounds: Bounds) =>
  sql`finding as materialized (${sql.join(checksOf(bounds), sql` union all `)})`
