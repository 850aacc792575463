-- Open answers sorted by hand into the categories of a code frame (docs/decisions/0093).

-- A frame belongs to one question of one version, like the counts.
create table survey_category (
  category_id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references survey (survey_id),
  -- Null: the plain list.
  questionnaire_version int,
  question_id int not null check (question_id between 1 and 999),
  -- What files say. Never used again after a category is removed, so that an older file stays true.
  code int not null check (code between 1 and 999),
  name text not null check (char_length(name) between 1 and 120),
  created_by text not null,
  created_at timestamptz not null default now(),
  -- Removed, or merged into another: its answers have lost it.
  retired_at timestamptz,
  unique nulls not distinct (survey_id, questionnaire_version, question_id, code),
  foreign key (survey_id, questionnaire_version) references questionnaire_version (survey_id, version)
);
create unique index survey_category_name on survey_category (survey_id, questionnaire_version, question_id, lower(name))
  nulls not distinct where retired_at is null;

create table survey_answer_category (
  member_id uuid not null,
  survey_id uuid not null,
  question_id int not null,
  category_id uuid not null references survey_category (category_id),
  coded_by text not null,
  coded_at timestamptz not null default now(),
  primary key (member_id, survey_id, question_id, category_id),
  foreign key (member_id, survey_id, question_id) references survey_answer (member_id, survey_id, question_id)
);
-- Results read all categories of one survey.
create index survey_answer_category_result on survey_answer_category (survey_id, question_id) include (member_id, category_id);
