-- Survey offers as staff keep them. `version` is what a form was filled from: of two people who save at once the second is
-- refused and sees what is new. Nothing is deleted: an offer retires, and stays with what members did with it.
alter table survey
  add column version int not null default 1,
  add column retired_at timestamptz,
  add constraint survey_retired_check check (retired_at is null or not is_active),
  add constraint survey_period_check check (ends_at > starts_at);

-- A page of clicks, newest first, of all and of one offer, and the place where the next page begins.
drop index click_newest;
create index click_newest on click (clicked_at desc, click_id desc);
drop index click_survey;
create index click_survey on click (survey_id, clicked_at desc, click_id desc) where survey_id is not null;
create index click_place on click (click_id);

-- What became of an offer, kept with what is counted: at ten million clicks nobody counts them again. One row for each
-- offer would be one queue for all members who begin it at once, so each count is the sum of up to 16 rows, and a
-- member's own last byte says which is his. The triggers are deferred: the row is locked last, when nothing is left to
-- wait for, and only for as long as the commit takes. Whoever begins or finishes touches one row alone.
create table survey_count (
  survey_id uuid not null references survey (survey_id),
  shard smallint not null,
  clicks bigint not null default 0,
  started bigint not null default 0,
  completed bigint not null default 0,
  -- Places of a limited offer that are taken: whoever was screened out or let it expire left his.
  taken bigint not null default 0,
  primary key (survey_id, shard)
);

create function survey_shard(member uuid) returns smallint language sql immutable
return (get_byte(uuid_send(member), 15) % 16)::smallint;

create function is_place_taken(status text) returns boolean language sql immutable
return coalesce(status in ('started', 'in_progress', 'completed'), false);

create function count_survey_click() returns trigger language plpgsql as $$
begin
  insert into survey_count (survey_id, shard, clicks) values (new.survey_id, survey_shard(new.member_id), 1)
  on conflict (survey_id, shard) do update set clicks = survey_count.clicks + 1;
  return null;
end $$;
create constraint trigger survey_click_counted after insert on click
  deferrable initially deferred for each row when (new.survey_id is not null) execute function count_survey_click();

create function count_survey_attempt() returns trigger language plpgsql as $$
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

-- What was there before it was counted.
insert into survey_count (survey_id, shard, clicks, started, completed, taken)
select survey_id, survey_shard(member_id), sum(clicks), sum(started), sum(completed), sum(taken)
from (
  select survey_id, member_id, 1 as clicks, 0 as started, 0 as completed, 0 as taken from click where survey_id is not null
  union all
  select survey_id, member_id, 0, 1, (status = 'completed')::int, is_place_taken(status)::int from survey_attempt
) known
group by 1, 2;
