create table survey (
  survey_id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null,
  reward_usd numeric(10, 2) not null check (reward_usd >= 0),
  duration_minutes int not null check (duration_minutes >= 1),
  category text not null default '',
  -- Empty or Global: every country.
  country text not null default '',
  kind text not null check (kind in ('questions', 'external', 'instant')),
  external_url text,
  -- Null: the questions are built from the category.
  questions jsonb,
  rating numeric(2, 1) not null default 4.8,
  admin_notes text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  check (kind <> 'external' or external_url is not null)
);

-- The primary key is the rule that a member takes a survey once.
create table survey_attempt (
  member_id uuid not null references member (member_id),
  survey_id uuid not null references survey (survey_id),
  attempt_id uuid not null default gen_random_uuid(),
  status text not null default 'started'
    check (status in ('started', 'in_progress', 'completed', 'screened_out', 'expired')),
  -- What was promised and asked when it began; a later change of the survey does not reach back.
  reward_points int not null check (reward_points >= 1),
  questions jsonb not null,
  started_at timestamptz not null default now(),
  completed_at timestamptz,
  -- The browser's clock. Kept as evidence, never used.
  claimed_completed_at timestamptz,
  primary key (member_id, survey_id),
  unique (member_id, attempt_id),
  check ((status = 'completed') = (completed_at is not null))
);

create table survey_answer (
  member_id uuid not null,
  survey_id uuid not null,
  question_id int not null,
  answer jsonb not null,
  answered_at timestamptz not null default now(),
  primary key (member_id, survey_id, question_id),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id)
);

-- What was paid for stays as it was given.
create function guard_finished_survey() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'survey_attempt' then
    if tg_op = 'UPDATE' and old.status <> 'completed' then
      return new;
    end if;
  elsif not exists (
    select from survey_attempt a where a.member_id = coalesce(new.member_id, old.member_id)
      and a.survey_id = coalesce(new.survey_id, old.survey_id) and a.status = 'completed'
  ) then
    return coalesce(new, old);
  end if;
  raise exception 'a finished survey is never changed' using errcode = 'restrict_violation';
end $$;
create trigger survey_attempt_guard before update or delete on survey_attempt
  for each row execute function guard_finished_survey();
create trigger survey_answer_guard before insert or update or delete on survey_answer
  for each row execute function guard_finished_survey();
