-- Keeps the counts of cells, which refuse one place too many, as a place goes from what it was to what it is. Called beside each change of
-- a place.
create or replace function count_survey_place(held survey_place, kept survey_place) returns void language plpgsql as $$
declare
  -- On several servers the statement may not call it.
  at timestamptz := now();
begin
  if (held.state, held.cell, held.day) is not distinct from (kept.state, kept.cell, kept.day) then
    return;
  end if;
  if held.state in ('reserved', 'answered', 'accepted') then
    update survey_cell set
      reserved = reserved - (held.state = 'reserved')::int,
      answered = answered - (held.state = 'answered')::int,
      accepted = accepted - (held.state = 'accepted')::int,
      day_taken = day_taken - coalesce(day = held.day, false)::int
    where survey_id = held.survey_id and cell = held.cell;
  end if;
  if kept.state in ('reserved', 'answered', 'accepted') then
    update survey_cell set
      reserved = reserved + (kept.state = 'reserved')::int,
      answered = answered + (kept.state = 'answered')::int,
      accepted = accepted + (kept.state = 'accepted')::int,
      day_taken = case when day >= kept.day then day_taken + (day = kept.day)::int else 1 end,
      day = greatest(day, kept.day),
      begun_at = coalesce(begun_at, at)
    where survey_id = kept.survey_id and cell = kept.cell;
  end if;
end $$;
