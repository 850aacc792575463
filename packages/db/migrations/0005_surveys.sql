-- surveys: offers, questions, attempts, and their counts.

-- `version` is the one that a form was opened with: of two people who save at once the second is refused and sees what changed.
-- Nothing is deleted: an offer retires, and stays with what members did with it.
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
  partner_id uuid,
  starts_at timestamptz,
  ends_at timestamptz,
  quota int check (quota > 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  version int not null default 1,
  retired_at timestamptz,
  check (kind <> 'external' or external_url is not null),
  constraint survey_period_check check (ends_at > starts_at),
  constraint survey_retired_check check (retired_at is null or not is_active)
);

-- The primary key is the rule that a member takes a survey once.
create table survey_attempt (
  member_id uuid not null references member (member_id),
  survey_id uuid not null references survey (survey_id),
  attempt_id uuid not null default gen_random_uuid(),
  status text not null default 'started'
    check (status in ('started', 'in_progress', 'completed', 'screened_out', 'expired')),
  -- Reward and questions as of its start; a later change of the survey does not affect it.
  reward_points int not null check (reward_points >= 1),
  questions jsonb not null,
  screen_out_reason text,
  flag_reasons text[] not null default '{}',
  started_at timestamptz not null default now(),
  completed_at timestamptz,
  ended_at timestamptz,
  -- The browser's clock. Stored as evidence, never used.
  claimed_completed_at timestamptz,
  primary key (member_id, survey_id),
  unique (member_id, attempt_id),
  check ((status = 'completed') = (completed_at is not null))
);
-- For days that are not counted yet.
create index survey_attempt_started on survey_attempt (started_at);
create index survey_attempt_completed on survey_attempt (completed_at) where status = 'completed';

create table survey_answer (
  member_id uuid not null,
  survey_id uuid not null,
  question_id int not null,
  answer jsonb not null,
  answered_at timestamptz not null default now(),
  primary key (member_id, survey_id, question_id),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id)
);

-- The sums of an offer, kept up to date, because counting ten million clicks again is slow. One row per offer
-- would make all members who start it at once queue, so each count is the sum of up to 16 rows, and the last byte of a
-- member's id says which is theirs. The triggers are deferred: the row is locked last, and only for as long as the
-- commit takes.
create table survey_count (
  survey_id uuid not null references survey (survey_id),
  shard smallint not null,
  clicks bigint not null default 0,
  started bigint not null default 0,
  completed bigint not null default 0,
  -- Taken places of an offer with a quota. Being screened out, or an expired attempt, gives the place back.
  taken bigint not null default 0,
  primary key (survey_id, shard)
);
