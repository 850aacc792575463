-- Who may take a survey. No row, or no rule: everyone in its country.
create table survey_eligibility (
  survey_id uuid primary key references survey (survey_id),
  rule jsonb,
  -- The one that an editor was opened with: of two people who save at once the second is refused.
  version int not null check (version >= 1),
  saved_at timestamptz not null default now(),
  saved_by text not null
);
