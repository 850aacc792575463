-- What staff edit. `version` is what a form was filled from: of two people who save at once the second is refused, and sees
-- what the first has changed. Nothing that has history is deleted; it retires, and stays with what members did with it.
alter table quiz_question
  add column version int not null default 1,
  add column retired_at timestamptz,
  add constraint quiz_question_retired_check check (retired_at is null or not is_active);
alter table task
  add column version int not null default 1,
  add column retired_at timestamptz,
  add constraint task_retired_check check (retired_at is null or not is_active);

-- A page of questions, newest first.
create index quiz_question_newest on quiz_question (created_at, question_id) where retired_at is null;
-- A page of one kind of task, newest first, those that are switched off too.
create index task_newest on task (kind, created_at, task_id) where retired_at is null;
-- A page of all spins, newest first.
create index spin_newest on spin (spun_at, member_id);

-- How often something was used, kept with what is counted. One row for each would be one queue for all members who
-- play at once, so each count is the sum of up to 32 rows, and a member's own last byte says which is his. The triggers
-- are deferred: a row is locked last, when nothing is left to wait for, and only for as long as the commit takes. So no
-- two transactions ever wait for each other here, whatever else they have locked; the questions of one quiz, the only
-- case of several rows, are taken in the order of their ids.
create table spin_count (
  day date not null,
  shard smallint not null,
  spins bigint not null,
  points bigint not null,
  primary key (day, shard)
);

create table question_count (
  question_id uuid not null references quiz_question (question_id) on delete cascade,
  shard smallint not null,
  answered bigint not null,
  correct bigint not null,
  primary key (question_id, shard)
);

create table task_count (
  task_id uuid not null references task (task_id) on delete cascade,
  shard smallint not null,
  -- Videos watched, advertisements seen, proofs handed in, links left by.
  uses bigint not null,
  -- Of the proofs.
  approved bigint not null,
  -- Paid for them. What an affiliate link pays comes from its partner, and is counted there.
  points bigint not null,
  primary key (task_id, shard)
);

create function count_shard(member uuid) returns smallint language sql immutable
return (get_byte(uuid_send(member), 15) % 32)::smallint;

create function count_spin() returns trigger language plpgsql as $$
begin
  insert into spin_count (day, shard, spins, points)
  values (new.day, count_shard(new.member_id), 1, new.points)
  on conflict (day, shard) do update
    set spins = spin_count.spins + 1, points = spin_count.points + excluded.points;
  return null;
end $$;
create constraint trigger spin_counted after insert on spin
  deferrable initially deferred for each row execute function count_spin();

create function count_answers() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.submitted_at is not null then
    return null;
  end if;
  insert into question_count (question_id, shard, answered, correct)
  select q.question_id, count_shard(new.member_id), 1, (new.answers ->> asked.id = asked."correctAnswer")::int
  from jsonb_to_recordset(new.questions) as asked (id text, "correctAnswer" text)
  join quiz_question q on q.question_id = asked.id::uuid
  where new.answers ? asked.id
  order by q.question_id
  on conflict (question_id, shard) do update
    set answered = question_count.answered + 1, correct = question_count.correct + excluded.correct;
  return null;
end $$;
create constraint trigger quiz_attempt_counted after insert or update on quiz_attempt
  deferrable initially deferred for each row when (new.submitted_at is not null) execute function count_answers();

create function count_task(task uuid, member uuid, more_uses int, more_approved int, more_points int)
returns void language sql
begin atomic
  insert into task_count (task_id, shard, uses, approved, points)
  values (task, count_shard(member), more_uses, more_approved, more_points)
  on conflict (task_id, shard) do update set
    uses = task_count.uses + excluded.uses,
    approved = task_count.approved + excluded.approved,
    points = task_count.points + excluded.points;
end;

create function count_view() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.claimed_at is null then
    perform count_task(new.task_id, new.member_id, 1, 0, new.points);
  end if;
  return null;
end $$;
create constraint trigger task_view_counted after insert or update on task_view
  deferrable initially deferred for each row when (new.claimed_at is not null) execute function count_view();

create function count_proof() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_task(new.task_id, new.member_id, 1, 0, 0);
  end if;
  if new.state = 'approved' and (tg_op = 'INSERT' or old.state <> 'approved') then
    perform count_task(new.task_id, new.member_id, 0, 1, new.points);
  end if;
  return null;
end $$;
create constraint trigger task_proof_counted after insert or update on task_proof
  deferrable initially deferred for each row execute function count_proof();

create function count_click() returns trigger language plpgsql as $$
begin
  perform count_task(new.task_id, new.member_id, 1, 0, 0);
  return null;
end $$;
create constraint trigger click_counted after insert on click
  deferrable initially deferred for each row when (new.task_id is not null) execute function count_click();

-- What was there before it was counted.
insert into spin_count (day, shard, spins, points)
select day, count_shard(member_id), count(*), sum(points) from spin group by 1, 2;

insert into question_count (question_id, shard, answered, correct)
select q.question_id, count_shard(a.member_id), count(*), count(*) filter (where a.answers ->> asked.id = asked."correctAnswer")
from quiz_attempt a
cross join jsonb_to_recordset(a.questions) as asked (id text, "correctAnswer" text)
join quiz_question q on q.question_id = asked.id::uuid
where a.submitted_at is not null and a.answers ? asked.id
group by 1, 2;

insert into task_count (task_id, shard, uses, approved, points)
select task_id, count_shard(member_id), sum(uses), sum(approved), sum(points)
from (
  select task_id, member_id, 1 as uses, 0 as approved, points from task_view where claimed_at is not null
  union all
  select task_id, member_id, 1, (state = 'approved')::int, case when state = 'approved' then points else 0 end from task_proof
  union all
  select task_id, member_id, 1, 0, 0 from click where task_id is not null
) used
group by 1, 2;
