-- Removes old callbacks of settled premium payments, as their owner.
create or replace function forget_premium_callbacks(at_most int) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  until timestamptz := now() - make_interval(days => retention_days('premium callbacks'));
  members uuid[];
  unsettled uuid[];
  tokens text[];
  old uuid[];
  forgotten int;
begin
  -- One statement for each kind of rows: they may be on different servers.
  select array_agg(p.member_id), array_agg(p.payment_id) into members, unsettled from premium_payment p
  where p.settled_at is null;
  tokens := array(
    select r.value from premium_reference r
    where r.kind = 'callback-token' and r.member_id = any(members) and r.payment_id = any(unsettled)
  );
  old := array(
    select c.callback_id from premium_callback c where c.received_at < until and c.token_hash <> all(tokens)
    order by c.received_at limit at_most
  );
  delete from premium_callback where callback_id = any(old);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
