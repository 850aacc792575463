-- Questionnaires: what is being written, what was published, and which version an attempt was asked (docs/decisions/0092).

create table questionnaire_draft (
  survey_id uuid primary key references survey (survey_id),
  content jsonb not null,
  -- The one that an editor was opened with: of two people who save at once the second is refused.
  version int not null check (version >= 1),
  saved_at timestamptz not null default now(),
  saved_by text not null
);

-- Published questions never change under an answer: a trigger refuses every change.
create table questionnaire_version (
  survey_id uuid not null references survey (survey_id),
  version int not null check (version >= 1),
  content jsonb not null,
  question_count int not null check (question_count >= 1),
  -- Publishing the same draft again is not another version.
  draft_version int not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  primary key (survey_id, version),
  unique (survey_id, draft_version)
);

-- What a member gets who is screened out by our own questions; promised at the start, like the reward.
alter table survey add column screen_out_points int not null default 0 check (screen_out_points >= 0);
alter table survey_attempt
  -- Null: asked the questions of the survey's form or category, which are in `questions`.
  add column questionnaire_version int,
  add column screen_out_points int not null default 0 check (screen_out_points >= 0),
  add constraint survey_attempt_questionnaire_fkey
    foreign key (survey_id, questionnaire_version) references questionnaire_version (survey_id, version);
