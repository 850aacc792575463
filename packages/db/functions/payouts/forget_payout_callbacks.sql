-- Removes old callbacks of settled payouts, as their owner: the server's role has no right to remove any.
create or replace function forget_payout_callbacks(at_most int) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  forgotten int;
begin
  with old as materialized (
    select c.callback_id from payout_callback c
    join payout_callback_outcome o on o.callback_id = c.callback_id and o.outcome is not null
    where c.received_at < now() - make_interval(days => retention_days('payout callbacks'))
      and not exists (
        select from payout_reference r join withdrawal w on w.member_id = r.member_id and w.withdrawal_id = r.withdrawal_id
        where r.kind = c.kind || '-token' and r.value = c.token_hash and w.status in ('pending', 'approved')
      )
    order by c.received_at limit at_most
  ), outcomes as (
    delete from payout_callback_outcome o using old where o.callback_id = old.callback_id
  )
  delete from payout_callback c using old where c.callback_id = old.callback_id;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
