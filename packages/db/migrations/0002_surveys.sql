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
