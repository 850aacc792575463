-- Respondents that a client disputes, by their pseudonym in its file (docs/clients.md).

create table client_dispute (
  dispute_id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references client_survey (survey_id),
  respondent text not null check (respondent <> ''),
  reason text not null check (reason <> ''),
  disputed_by uuid not null references client_user (user_id),
  disputed_at timestamptz not null default clock_timestamp(),
  state text not null default 'open' check (state in ('open', 'rejected', 'credited')),
  -- What the client reads.
  answer text not null default '',
  decided_by text,
  decided_at timestamptz,
  -- A respondent is disputed once: what was decided stays so.
  unique (survey_id, respondent),
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check (state <> 'rejected' or answer <> '')
);
create index client_dispute_newest on client_dispute (survey_id, disputed_at desc, dispute_id);
