-- Counts started and completed attempts, and taken places of an offer with a quota. Each attempt changes one row.
create or replace function count_survey_attempt() returns trigger language plpgsql as $$
declare
  before text := case when tg_op = 'UPDATE' then old.status end;
begin
  insert into survey_count (survey_id, shard, started, completed, taken)
  values (
    new.survey_id, survey_shard(new.member_id), (before is null)::int,
    (new.status = 'completed')::int - coalesce((before = 'completed')::int, 0),
    is_place_taken(new.status)::int - is_place_taken(before)::int
  )
  on conflict (survey_id, shard) do update set
    started = survey_count.started + excluded.started,
    completed = survey_count.completed + excluded.completed,
    taken = survey_count.taken + excluded.taken;
  return null;
end $$;

create constraint trigger survey_attempt_begun after insert on survey_attempt
  deferrable initially deferred for each row execute function count_survey_attempt();
create constraint trigger survey_attempt_moved after update of status on survey_attempt
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function count_survey_attempt();
