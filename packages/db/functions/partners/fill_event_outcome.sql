-- Copies the event's time and partner, for the lists of outcomes.
create or replace function fill_event_outcome() returns trigger language plpgsql as $$
begin
  select e.partner_id, e.received_at into new.partner_id, new.received_at
  from partner_event e where e.event_id = new.event_id;
  return new;
end $$;

create trigger partner_event_outcome_filled before insert on partner_event_outcome
  for each row execute function fill_event_outcome();
