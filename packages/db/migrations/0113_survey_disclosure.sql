-- Whose answers are in the counts that readers without single answers see. Rows are added and removed five people at a time, so that two
-- readings never differ by fewer (docs/decisions/0093-results.md). Clients see only answers that they pay for, and so have a list of their own.
create table survey_disclosure (
  member_id uuid not null,
  survey_id uuid not null,
  audience text not null check (audience in ('staff', 'client')),
  disclosed_at timestamptz not null default now(),
  primary key (member_id, survey_id, audience),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id)
);
create index survey_disclosure_of_survey on survey_disclosure (survey_id, audience) include (member_id, disclosed_at);
