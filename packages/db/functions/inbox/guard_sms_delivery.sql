-- A text that was taken or is in doubt is never sent again, and a report changes nothing twice.
create or replace function guard_sms_delivery() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (
    ('sending', 'sent'), ('sending', 'refused'), ('sending', 'failed'), ('sending', 'unknown'),
    -- A worker that was believed dead comes back, perhaps with the answer.
    ('unknown', 'sent'), ('unknown', 'refused'), ('unknown', 'failed'), ('unknown', 'unknown'),
    ('refused', 'sending'),
    ('sending', 'delivered'), ('sent', 'delivered'), ('unknown', 'delivered'), ('undelivered', 'delivered'),
    ('sending', 'undelivered'), ('sent', 'undelivered'), ('unknown', 'undelivered')
  ) then
    raise exception 'a text cannot go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger sms_delivery_guard before update of state on sms_delivery
  for each row execute function guard_sms_delivery();
