-- Removes old callbacks of settled premium payments, as their owner.
create or replace function forget_premium_callbacks(at_most int) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  forgotten int;
begin
  with old as materialized (
    select c.callback_id from premium_callback c
    where c.received_at < now() - make_interval(days => retention_days('premium callbacks'))
      and not exists (
        select from premium_reference r join premium_payment p on p.member_id = r.member_id and p.payment_id = r.payment_id
        where r.kind = 'callback-token' and r.value = c.token_hash and p.settled_at is null
      )
    order by c.received_at limit at_most
  )
  delete from premium_callback c using old where c.callback_id = old.callback_id;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
