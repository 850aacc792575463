-- Gives back a place whose member has not answered for too long, unless it was renewed meanwhile, and says whether it did.
create or replace function release_survey_place(member uuid, survey uuid) returns boolean language plpgsql as $$
declare
  place survey_place;
  kept survey_place;
begin
  select * into place from survey_place p
    where p.member_id = member and p.survey_id = survey and p.state = 'reserved' and p.until < statement_timestamp()
    for update;
  if not found then
    return false;
  end if;
  update survey_place p set state = 'released' where p.member_id = member and p.survey_id = survey returning * into kept;
  perform count_survey_place(place, kept);
  return true;
end $$;
