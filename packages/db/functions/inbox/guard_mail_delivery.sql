-- A mail that was sent is never sent again, nor one in doubt, unless it may arrive twice.
create or replace function guard_mail_delivery() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (
    ('sending', 'sent'), ('sending', 'refused'), ('sending', 'unknown'),
    -- A worker that was believed dead comes back, perhaps with the response.
    ('unknown', 'sent'), ('unknown', 'refused'), ('unknown', 'unknown'),
    ('refused', 'sending')
  ) and not (old.is_repeatable and (old.state, new.state) = ('unknown', 'sending')) or (old.state = 'refused' and old.settled_at is not null) then
    raise exception 'a mail cannot go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger mail_delivery_guard before update of state on mail_delivery
  for each row execute function guard_mail_delivery();
