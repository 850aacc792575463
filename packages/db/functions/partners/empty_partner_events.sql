-- Empties old requests of partners that are settled, as their owner. The event and its outcome stay.
create or replace function empty_partner_events(at_most int) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  emptied int;
begin
  with old as materialized (
    select e.event_id from partner_event e join partner_event_outcome o on o.event_id = e.event_id
    where e.emptied_at is null
      and e.received_at < now() - make_interval(days => retention_days('partners'' requests'))
      and o.outcome not in ('pending', 'review')
    order by e.received_at limit at_most
  )
  update partner_event e set target = null, headers = null, body = null, sealed = null, emptied_at = now()
  from old where e.event_id = old.event_id;
  get diagnostics emptied = row_count;
  return emptied;
end $$;
