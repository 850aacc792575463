-- Moves a member's place to what their attempt and its review have become, if they have one. The caller has written both.
create or replace function settle_survey_place(member uuid, survey uuid) returns void language plpgsql as $$
declare
  place survey_place;
  kept survey_place;
  attempt_status text;
  review_state text;
  next text;
begin
  select * into place from survey_place p where p.member_id = member and p.survey_id = survey for update;
  if not found then
    return;
  end if;
  select a.status into attempt_status from survey_attempt a where a.member_id = member and a.survey_id = survey;
  select r.state into review_state from survey_review r where r.member_id = member and r.survey_id = survey;
  next := case
    when attempt_status in ('started', 'in_progress') then place.state
    when attempt_status <> 'completed' or review_state = 'rejected' then 'released'
    -- A rejection has given the place away; an appeal does not take it back before it is decided.
    when review_state = 'appealed' then place.state
    when review_state = 'held' then 'answered'
    else 'accepted'
  end;
  if place.state = 'surplus' and next <> 'released' then
    return;
  end if;
  -- Neither a place that was given away nor answers that waited kept room in the cell.
  if next = 'accepted' and place.state in ('released', 'answered') then
    perform from survey_cell c where c.survey_id = place.survey_id and c.cell = place.cell for no key update;
    if exists (
      select from survey_cell c where c.survey_id = place.survey_id and c.cell = place.cell
        and c.reserved + c.accepted >= c.target
    ) then
      next := 'surplus';
    end if;
  end if;
  if next = place.state then
    return;
  end if;
  update survey_place p set state = next where p.member_id = member and p.survey_id = survey returning * into kept;
  perform count_survey_place(place, kept);
end $$;
