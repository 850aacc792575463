-- Takes or renews a member's place in a cell, and says what hindered it. Everyone who wants a place of the cell waits for its row
-- until the transaction ends; the clock is the database's.
create or replace function take_survey_place(member uuid, survey uuid, wanted text) returns text language plpgsql as $$
declare
  held survey_place;
  quota survey_quota;
  kept survey_place;
  place survey_cell;
  today date := business_day(statement_timestamp());
  taken bigint;
  lapses timestamptz;
begin
  select * into held from survey_place p where p.member_id = member and p.survey_id = survey for update;
  if held.state in ('answered', 'accepted', 'surplus') then
    return 'taken';
  end if;
  select * into quota from survey_quota q where q.survey_id = survey;
  if quota.soft_launch is not null and quota.released_at is null then
    -- Places of all cells count: one at a time.
    select * into quota from survey_quota q where q.survey_id = survey for no key update;
  end if;
  -- In one order, so that two members who change cells cannot wait for each other.
  perform from survey_cell c where c.survey_id = survey and c.cell in (wanted, held.cell) order by c.cell for no key update;
  select * into place from survey_cell c where c.survey_id = survey and c.cell = wanted;
  if not found then
    return 'none';
  end if;
  lapses := statement_timestamp() + make_interval(mins => quota.hold_minutes);
  if held.state = 'reserved' and held.cell = wanted then
    update survey_place set until = lapses
    where member_id = member and survey_id = survey;
    return 'taken';
  end if;
  if place.reserved + place.accepted >= place.target then
    return 'full';
  end if;
  if place.day = today and place.day_taken >= ceil(place.target * quota.daily_percent / 100.0) then
    return 'full-today';
  end if;
  if quota.soft_launch is not null and quota.released_at is null then
    select sum(c.reserved + c.answered + c.accepted) into taken from survey_cell c where c.survey_id = survey;
    if taken - coalesce((held.state = 'reserved')::int, 0) >= quota.soft_launch then
      return 'paused';
    end if;
  end if;
  insert into survey_place (member_id, survey_id, cell, state, day, until)
  values (member, survey, wanted, 'reserved', today, lapses)
  on conflict (member_id, survey_id) do update
    set cell = excluded.cell, state = excluded.state, day = excluded.day, until = excluded.until
  returning * into kept;
  perform count_survey_place(held, kept);
  return 'taken';
end $$;
