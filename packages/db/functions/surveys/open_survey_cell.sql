-- Takes an accepted place out of its cell, which others may then fill. Its member stays paid: the answers are credited to the client.
create or replace function open_survey_cell(member uuid, survey uuid) returns void language plpgsql as $$
declare
  place survey_place;
  kept survey_place;
begin
  select * into place from survey_place p
    where p.member_id = member and p.survey_id = survey and p.state = 'accepted' for update;
  if not found then
    return;
  end if;
  update survey_place p set state = 'surplus' where p.member_id = member and p.survey_id = survey returning * into kept;
  perform count_survey_place(place, kept);
end $$;
