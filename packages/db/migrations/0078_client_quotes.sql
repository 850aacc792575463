-- What a client is offered for a survey, with the figures it was made of (docs/decisions/0097). Amounts in cents of KES.

create table client_quote (
  quote_id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null,
  survey_id uuid not null,
  -- A newer one replaces those before it.
  version int not null check (version >= 1),
  completes int not null check (completes between 1 and 1000000),
  incidence_percent int not null check (incidence_percent between 1 and 100),
  minutes int not null check (minutes >= 1),
  -- Of those who answered, and not what staff said of the survey.
  is_measured boolean not null,
  reward_cents bigint not null check (reward_cents >= 0),
  screen_out_cents bigint not null check (screen_out_cents >= 0),
  minute_cents bigint not null check (minute_cents >= 0),
  margin_percent int not null check (margin_percent >= 0),
  setup_cents bigint not null check (setup_cents >= 0),
  price_cents bigint not null check (price_cents > 0),
  total_cents bigint not null check (total_cents = price_cents * completes),
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  approved_by text,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references client_user (user_id),
  withdrawn_at timestamptz,
  withdrawn_by text,
  unique (survey_id, version),
  foreign key (organisation_id, survey_id) references client_survey (organisation_id, survey_id),
  check ((accepted_at is null) = (accepted_by is null)),
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  check (accepted_at is null or withdrawn_at is null)
);
create index client_quote_newest on client_quote (organisation_id, created_at desc, quote_id);
-- One of them is the price.
create unique index client_quote_accepted on client_quote (survey_id) where accepted_at is not null;
