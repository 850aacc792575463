-- An event is never changed or removed. Only the storage of its request may change: from plain to sealed, to another key, and to
-- nothing once it is old (empty_partner_events).
create or replace function guard_partner_event() returns trigger language plpgsql as $$
declare
  stored constant text[] := '{target,headers,body,sealed}';
begin
  if tg_op = 'UPDATE' and new.sealed is not null
    and split_part(new.sealed, ':', 3) is distinct from split_part(old.sealed, ':', 3)
    and to_jsonb(new) - stored = to_jsonb(old) - stored
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.emptied_at is null and new.emptied_at is not null
    and old.received_at < now() - make_interval(days => retention_days('partners'' requests'))
    and to_jsonb(new) - stored - 'emptied_at' = to_jsonb(old) - stored - 'emptied_at'
  then
    return new;
  end if;
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger partner_event_append_only before update or delete on partner_event
  for each row execute function guard_partner_event();
