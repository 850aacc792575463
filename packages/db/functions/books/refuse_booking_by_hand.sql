-- Lines and days come from entries only.
create or replace function refuse_booking_by_hand() returns trigger language plpgsql as $$
begin
  if current_setting('chuma.journal', true) is distinct from 'open' then
    raise exception '% changes only by a journal entry', tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger journal_line_guard before insert on journal_line
  for each statement execute function refuse_booking_by_hand();
create trigger journal_day_guard before insert or update or delete on journal_day
  for each statement execute function refuse_booking_by_hand();
