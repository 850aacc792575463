-- Moves a member's place as their attempt ends and its review is decided, whatever ended or decided it.
create or replace function follow_survey_attempt() returns trigger language plpgsql as $$
declare
  place survey_place;
  attempt_status text;
  review_state text;
  next text;
begin
  select * into place from survey_place p where p.member_id = new.member_id and p.survey_id = new.survey_id for update;
  if not found then
    return null;
  end if;
  select a.status into attempt_status from survey_attempt a where a.member_id = new.member_id and a.survey_id = new.survey_id;
  select r.state into review_state from survey_review r where r.member_id = new.member_id and r.survey_id = new.survey_id;
  next := case
    when attempt_status in ('started', 'in_progress') then place.state
    when attempt_status <> 'completed' or review_state = 'rejected' then 'released'
    -- A rejection has given the place away; an appeal does not take it back before it is decided.
    when review_state = 'appealed' then place.state
    when review_state = 'held' then 'answered'
    else 'accepted'
  end;
  if place.state = 'released' and next <> 'released' then
    perform from survey_cell c where c.survey_id = place.survey_id and c.cell = place.cell for no key update;
    if exists (
      select from survey_cell c where c.survey_id = place.survey_id and c.cell = place.cell
        and c.reserved + c.answered + c.accepted >= c.target
    ) then
      next := 'surplus';
    end if;
  end if;
  update survey_place set state = next
  where member_id = new.member_id and survey_id = new.survey_id and state <> next and state <> 'surplus';
  return null;
end $$;

create trigger survey_attempt_moves_place after update of status on survey_attempt
  for each row when (old.status is distinct from new.status) execute function follow_survey_attempt();
create trigger survey_review_begins_place after insert on survey_review
  for each row execute function follow_survey_attempt();
create trigger survey_review_moves_place after update of state on survey_review
  for each row when (old.state is distinct from new.state) execute function follow_survey_attempt();
