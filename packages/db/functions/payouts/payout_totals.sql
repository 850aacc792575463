-- Sums what was sent today, or may have been, to all and to one member, and what can still be sent. `is_day_summed` false: the
-- company has no daily limit, and its sum, which reads everything that was sent today, is left incomplete. `float_kes`: the
-- balance less what was sent since; null when it is unknown or too old. A function, because PostgreSQL then plans its statements
-- once in a connection, while every other payment waits for the queue's lock.
create or replace function payout_totals(
  of_provider text, of_member uuid, fresh_seconds int, is_day_summed boolean,
  out today_kes bigint, out member_today_kes bigint, out tomorrow timestamptz, out float_kes numeric
) language plpgsql stable as $$
declare
  today timestamptz := business_day_start(business_day(clock_timestamp()));
  balance_kes numeric;
  balance_at timestamptz;
  sent_kes bigint;
begin
  tomorrow := business_day_start(business_day(clock_timestamp()) + 1);
  select f.available_kes, f.asked_at into balance_kes, balance_at from payout_float f
  where f.provider = of_provider and f.asked_at > clock_timestamp() - make_interval(secs => fresh_seconds);

  select coalesce(sum(a.amount_kes) filter (where a.sending_at >= today), 0),
    coalesce(sum(a.amount_kes) filter (where a.sending_at >= balance_at and a.provider = of_provider), 0)
  into today_kes, sent_kes
  from payout_attempt a
  where a.sending_at >= least(case when is_day_summed then today end, balance_at)
    and (a.state in ('sending', 'sent', 'unknown', 'needs_review', 'paid') or a.receipt is not null);

  select coalesce(sum(a.amount_kes), 0) into member_today_kes
  from payout_attempt a
  where a.member_id = of_member and a.sending_at >= today
    and (a.state in ('sending', 'sent', 'unknown', 'needs_review', 'paid') or a.receipt is not null);
  float_kes := balance_kes - sent_kes;
end $$;
