-- How long a survey really takes and how often it turns people away, which members read before they start. A job measures it as
-- attempts end: a median cannot be kept by adding, and a list of surveys must not read attempts.
create table survey_measure (
  survey_id uuid primary key references survey (survey_id),
  -- Accepted: not held, rejected or appealed.
  complete_count int not null check (complete_count >= 0),
  screen_out_count int not null check (screen_out_count >= 0),
  -- Medians. Null: of nobody, or of a survey that a partner asks, whose clock we do not see.
  complete_seconds double precision check (complete_seconds >= 0),
  screen_out_seconds double precision check (screen_out_seconds >= 0),
  measured_at timestamptz not null default now()
);

-- What has ended, or was decided, since the job ran last.
create index survey_attempt_ended on survey_attempt (ended_at);
create index survey_review_decided on survey_review (greatest(opened_at, decided_at, appealed_at, answered_at));
