-- Counts a click on an offer.
create or replace function count_survey_click() returns trigger language plpgsql as $$
begin
  insert into survey_count (survey_id, shard, clicks) values (new.survey_id, survey_shard(new.member_id), 1)
  on conflict (survey_id, shard) do update set clicks = survey_count.clicks + 1;
  return null;
end $$;

create constraint trigger survey_click_counted after insert on click
  deferrable initially deferred for each row when (new.survey_id is not null) execute function count_survey_click();
