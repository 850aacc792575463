-- Who received the answers to a survey, and when: written by every export, and shown to the members whose answers it had.
create table survey_delivery (
  delivery_id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references survey (survey_id),
  -- Null: the plain list.
  questionnaire_version int,
  recipient text not null check (char_length(recipient) between 1 and 200),
  format text not null check (format in ('csv', 'json', 'triple-s')),
  people int not null check (people >= 0),
  -- The filter of the export. Without one: every accepted answer.
  first_day date,
  last_day date,
  quality text not null check (quality in ('accepted', 'all')),
  question_id int,
  answer text check (char_length(answer) <= 2000),
  -- To the survey's client: only answers that they pay for.
  is_charged boolean not null default false,
  delivered_by text not null,
  delivered_at timestamptz not null default now(),
  check ((question_id is null) = (answer is null)),
  foreign key (survey_id, questionnaire_version) references questionnaire_version (survey_id, version)
);
create index survey_delivery_of_survey on survey_delivery (survey_id, delivered_at desc, delivery_id desc);
