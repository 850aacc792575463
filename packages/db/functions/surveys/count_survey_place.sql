-- Keeps the counts of a cell, which refuse one place too many.
create or replace function count_survey_place() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state in ('reserved', 'answered', 'accepted') then
    update survey_cell set
      reserved = reserved - (old.state = 'reserved')::int,
      answered = answered - (old.state = 'answered')::int,
      accepted = accepted - (old.state = 'accepted')::int,
      day_taken = day_taken - coalesce(day = old.day, false)::int
    where survey_id = old.survey_id and cell = old.cell;
  end if;
  if new.state in ('reserved', 'answered', 'accepted') then
    update survey_cell set
      reserved = reserved + (new.state = 'reserved')::int,
      answered = answered + (new.state = 'answered')::int,
      accepted = accepted + (new.state = 'accepted')::int,
      day_taken = case when day >= new.day then day_taken + (day = new.day)::int else 1 end,
      day = greatest(day, new.day),
      begun_at = coalesce(begun_at, now())
    where survey_id = new.survey_id and cell = new.cell;
  end if;
  return null;
end $$;

create trigger survey_place_taken after insert on survey_place
  for each row execute function count_survey_place();
create trigger survey_place_moved after update of state, cell, day on survey_place
  for each row when ((old.state, old.cell, old.day) is distinct from (new.state, new.cell, new.day))
  execute function count_survey_place();
