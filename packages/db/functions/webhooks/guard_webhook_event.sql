-- An event never changes. It may be removed once it is too old to replay.
create or replace function guard_webhook_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.occurred_at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'webhook_event rows are never changed' using errcode = 'restrict_violation';
end $$;

create trigger webhook_event_append_only before update or delete on webhook_event
  for each row execute function guard_webhook_event();
