-- What members had told about themselves when they completed a survey, so that its answers can be counted by group
-- (docs/decisions/0094).
create table survey_trait (
  member_id uuid not null,
  survey_id uuid not null,
  -- `county=kisumu`. Nothing behind the sign: the member withdrew it since.
  traits text[] not null check (cardinality(traits) between 1 and 20),
  primary key (member_id, survey_id),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id)
);
-- Results read all of one survey.
create index survey_trait_of_survey on survey_trait (survey_id) include (member_id, traits);

-- The groups that an export was limited to.
alter table survey_delivery add column traits text[] check (cardinality(traits) between 1 and 200);
