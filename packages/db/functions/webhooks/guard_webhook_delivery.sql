-- A delivered message stays delivered. A failed one may still turn out to have arrived.
create or replace function guard_webhook_delivery() returns trigger language plpgsql as $$
begin
  if old.state = 'delivered' or (old.state = 'failed' and new.state = 'pending') then
    raise exception 'a delivery cannot go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger webhook_delivery_guard before update of state on webhook_delivery
  for each row execute function guard_webhook_delivery();
