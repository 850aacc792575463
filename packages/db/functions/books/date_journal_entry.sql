-- Gives an entry its day: as asked, unless that is still to come or its month is closed. Waits while a month is being closed, and
-- a month waits for entries that have been booked but not committed.
create or replace function date_journal_entry() returns trigger language plpgsql as $$
declare
  today date;
  first_open date;
  asked date := new.day;
begin
  perform pg_advisory_xact_lock_shared(hashtext('accounting-period'));
  new.booked_at := clock_timestamp();
  today := business_day(new.booked_at);
  select (max(month) + interval '1 month')::date into first_open from accounting_period;
  new.day := greatest(least(coalesce(asked, today), today), first_open);
  new.booked_for := nullif(asked, new.day);
  return new;
end $$;

create trigger journal_entry_dated before insert on journal_entry
  for each row execute function date_journal_entry();
