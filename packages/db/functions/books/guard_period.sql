-- Months close in order, when they are over.
create or replace function guard_period() returns trigger language plpgsql as $$
declare
  last_closed date;
begin
  -- Waits for entries that have been booked but not committed.
  perform pg_advisory_xact_lock(hashtext('accounting-period'));
  select max(month) into last_closed from accounting_period;
  if new.month <> last_closed + interval '1 month' then
    raise exception 'months close in order' using errcode = 'restrict_violation';
  end if;
  if new.month + interval '1 month' > business_day(clock_timestamp()) then
    raise exception 'this month is not over' using errcode = 'restrict_violation';
  end if;
  new.closed_at := clock_timestamp();
  return new;
end $$;

create trigger accounting_period_closes before insert on accounting_period
  for each row execute function guard_period();
