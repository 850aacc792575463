-- Removes old callbacks of settled payouts, as their owner: the server's role has no right to remove any.
create or replace function forget_payout_callbacks(at_most int) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  until timestamptz := now() - make_interval(days => retention_days('payout callbacks'));
  members uuid[];
  unsettled uuid[];
  tokens text[];
  old uuid[];
  forgotten int;
begin
  -- One statement for each kind of rows: they may be on different servers.
  select array_agg(w.member_id), array_agg(w.withdrawal_id) into members, unsettled from withdrawal w
  where w.status in ('pending', 'approved');
  tokens := array(
    select r.kind || ':' || r.value from payout_reference r
    where r.member_id = any(members) and r.withdrawal_id = any(unsettled)
  );
  old := array(
    select c.callback_id from payout_callback c
    join payout_callback_outcome o on o.callback_id = c.callback_id and o.outcome is not null
    where c.received_at < until and c.kind || '-token:' || c.token_hash <> all(tokens)
    order by c.received_at limit at_most
  );
  delete from payout_callback_outcome where callback_id = any(old);
  delete from payout_callback where callback_id = any(old);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
