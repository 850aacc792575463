-- Survey answers in doubt, and what became of their rewards (docs/decisions/0081).

-- One row for each completed survey with quality flags. Answers without any have none.
create table survey_review (
  member_id uuid not null,
  survey_id uuid not null,
  review_id uuid not null default gen_random_uuid(),
  state text not null check (state in ('doubtful', 'held', 'paid', 'rejected', 'appealed')),
  flags text[] not null check (cardinality(flags) > 0),
  points int not null check (points >= 1),
  -- By the database's clock. Null: the survey was never sent to the member before.
  taken_seconds int check (taken_seconds >= 0),
  minimum_seconds int not null check (minimum_seconds >= 0),
  opened_at timestamptz not null default now(),
  -- When the reward is paid, or the doubt ends, unless staff decide sooner.
  until timestamptz not null,
  -- Staff kept it once, for longer than was promised at first.
  kept_at timestamptz,
  kept_by text,
  keep_reason text,
  -- Why it was rejected, for the member.
  reason text,
  decided_at timestamptz,
  decided_by text,
  appeal text,
  appealed_at timestamptz,
  appeal_answer text,
  answered_at timestamptz,
  answered_by text,
  primary key (member_id, survey_id),
  unique (member_id, review_id),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id),
  check ((kept_at is null) = (kept_by is null) and (kept_at is null) = (keep_reason is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((appeal is null) = (appealed_at is null)),
  check ((appeal_answer is null) = (answered_at is null) and (answered_at is null) = (answered_by is null)),
  check (appeal is null or (reason is not null and decided_at is not null)),
  check (appeal_answer is null or appeal is not null),
  check (state not in ('rejected', 'appealed') or (reason is not null and decided_at is not null)),
  check (state <> 'appealed' or (appeal is not null and appeal_answer is null))
);
create index survey_review_due on survey_review (until) where state in ('doubtful', 'held');
create index survey_review_waiting on survey_review (opened_at) where state in ('held', 'appealed');
-- The pages of staff: all reviews, and those in one state.
create index survey_review_newest on survey_review (opened_at, review_id);
create index survey_review_state on survey_review (state, opened_at, review_id);
create index survey_review_id on survey_review (review_id);

-- Keyed hashes of members' open answers, each with its survey and question: finds the same words from several members.
create table answer_print (
  hash bytea not null check (octet_length(hash) = 32),
  member_id uuid not null,
  primary key (hash, member_id)
);
create index answer_print_member on answer_print (member_id);
