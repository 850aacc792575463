-- clients: organisations that commission surveys, their people, budgets, quotes and accepted data (docs/decisions/0097).

-- Organisations that commission surveys, and the people of them who read results (docs/decisions/0097).
create table client_organisation (
  organisation_id uuid primary key default gen_random_uuid(),
  name text not null unique check (name <> ''),
  created_at timestamptz not null default now(),
  created_by text not null
);

create table client_user (
  user_id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references client_organisation (organisation_id),
  name text not null check (name <> ''),
  email text not null unique check (email = lower(email)),
  -- Null: they come in by links only.
  password_hash text,
  created_at timestamptz not null default now(),
  created_by text not null,
  -- From then on no door opens, and name and address are replaced.
  removed_at timestamptz,
  unique (organisation_id, user_id)
);
create index client_user_organisation on client_user (organisation_id, created_at, user_id);

-- The second factor of people of clients (docs/decisions/0072). The same columns as that of staff.
create table client_second_factor (
  user_id uuid primary key references client_user (user_id),
  secret text not null,
  -- Null until the first code has proved that the app has the secret.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was used: no code counts twice.
  last_step bigint not null default 0
);

create table client_recovery_code (
  user_id uuid not null references client_user (user_id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A survey is commissioned by one organisation. Nobody else's clients ever see it.
create table client_survey (
  survey_id uuid primary key references survey (survey_id),
  organisation_id uuid not null references client_organisation (organisation_id),
  assigned_at timestamptz not null default now(),
  assigned_by text not null,
  unique (organisation_id, survey_id)
);

create table client_link (
  link_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references client_user (user_id),
  -- Its words are shown once, to the person of the staff who made it.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Null: all surveys of the organisation.
  survey_id uuid references client_survey (survey_id),
  most_uses int not null check (most_uses between 1 and 20),
  uses int not null default 0 constraint client_link_uses check (uses between 0 and most_uses),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  revoked_at timestamptz
);
create index client_link_user on client_link (user_id, created_at, link_id);

create table client_session (
  user_id uuid not null references client_user (user_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  session_id uuid not null default gen_random_uuid(),
  -- Null: by password. Revoking a link ends its sessions.
  link_id uuid references client_link (link_id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  address text,
  user_agent text,
  revoked_at timestamptz,
  primary key (user_id, token_hash),
  unique (user_id, session_id)
);
create index client_session_link on client_session (link_id) where link_id is not null;

create table client_comment (
  comment_id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references client_survey (survey_id),
  -- Null: about the survey as a whole.
  question_id int check (question_id between 1 and 999),
  -- Null: staff wrote it.
  user_id uuid references client_user (user_id),
  staff text,
  text text not null check (text <> ''),
  written_at timestamptz not null default clock_timestamp(),
  constraint client_comment_one_author check ((user_id is null) <> (staff is null))
);
create index client_comment_newest on client_comment (survey_id, written_at desc, comment_id);

-- What a client accepted: who is in it, and a hash of the file. Someone who leaves or joins later makes another version.
create table client_dataset (
  dataset_id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references client_survey (survey_id),
  version int not null check (version >= 1),
  questionnaire_version int,
  respondents text[] not null check (cardinality(respondents) > 0),
  -- SHA-256 of the file, in hex.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  accepted_by uuid not null references client_user (user_id),
  accepted_at timestamptz not null default clock_timestamp(),
  unique (survey_id, version)
);

-- The row's lock serialises starts of the organisation's surveys. The last check is why a budget is never overspent.
create table client_account (
  organisation_id uuid primary key references client_organisation (organisation_id),
  -- Received, less what was returned.
  prepaid_cents bigint not null default 0,
  -- For attempts that are open, or whose answers wait for a check.
  reserved_cents bigint not null default 0 check (reserved_cents >= 0),
  consumed_cents bigint not null default 0 check (consumed_cents >= 0),
  constraint client_account_covered check (reserved_cents + consumed_cents <= prepaid_cents)
);

-- The price of an accepted complete. It never changes under an answer.
create table client_order (
  order_id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null,
  survey_id uuid not null unique,
  price_cents bigint not null check (price_cents > 0),
  opened_at timestamptz not null default clock_timestamp(),
  opened_by text not null,
  approved_by text,
  foreign key (organisation_id, survey_id) references client_survey (organisation_id, survey_id)
);

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
  total_cents bigint not null constraint client_quote_total check (total_cents = price_cents * completes),
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
  constraint client_quote_accepted check ((accepted_at is null) = (accepted_by is null)),
  constraint client_quote_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null)),
  constraint client_quote_one_end check (accepted_at is null or withdrawn_at is null)
);
create index client_quote_newest on client_quote (organisation_id, created_at desc, quote_id);
-- One of them is the price.
create unique index client_quote_accepted on client_quote (survey_id) where accepted_at is not null;

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
  constraint client_dispute_decided_at check ((state = 'open') = (decided_at is null)),
  constraint client_dispute_decided_by check ((decided_at is null) = (decided_by is null)),
  constraint client_dispute_answered check (state <> 'rejected' or answer <> '')
);
create index client_dispute_newest on client_dispute (survey_id, disputed_at desc, dispute_id);

-- An attempt at a survey with an order: at most one place, charged at most once.
create table client_place (
  member_id uuid not null,
  survey_id uuid not null,
  order_id uuid not null,
  price_cents bigint not null check (price_cents > 0),
  -- Takes room of the budget. Once it does not, it does again only if its answers waited for a check and are accepted.
  is_open boolean not null default true,
  is_waiting boolean not null default false,
  is_charged boolean not null default false,
  -- Of an attempt from before the price was agreed: it waits for the answers, and for room in the budget.
  is_earlier boolean not null default false,
  primary key (member_id, survey_id),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id),
  constraint client_place_charged_is_open check (is_open or not is_charged),
  constraint client_place_waiting_is_closed check (not (is_open and is_waiting))
);
create index client_place_survey on client_place (survey_id);
create index client_place_earlier on client_place (order_id) where is_earlier and is_waiting;

-- What a step of a place changes, until a job adds it up. Members who complete only insert: none waits for the account.
create table client_step (
  step_id bigint generated always as identity primary key,
  order_id uuid not null,
  completes smallint not null check (completes between -1 and 1),
  places smallint not null check (places between -1 and 0)
);
create index client_step_order on client_step (order_id);

-- Completes by the day on which they were added up. The journal gets one entry for each row once its day is over.
create table client_day (
  order_id uuid not null references client_order (order_id),
  day date not null,
  completes int not null,
  cents bigint not null,
  is_booked boolean not null default false,
  primary key (order_id, day)
);
create index client_day_due on client_day (day) where not is_booked;

create table client_receipt (
  receipt_id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references client_organisation (organisation_id),
  kind text not null check (kind in ('received', 'returned')),
  -- Of the bank: one payment is booked once, for one client.
  reference text not null unique check (reference = upper(reference) and reference <> ''),
  day date not null,
  cents bigint not null check (cents > 0),
  booked_at timestamptz not null default clock_timestamp(),
  booked_by text not null,
  approved_by text,
  reason text not null default '',
  constraint client_receipt_returned check (kind <> 'returned' or (reason <> '' and approved_by is not null))
);
create index client_receipt_newest on client_receipt (organisation_id, booked_at desc, receipt_id);

-- A link by which a client's people try a draft and sign it off without an account. It keeps the questions that they were shown.
create table sign_off_link (
  link_id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references survey (survey_id),
  draft_version int not null check (draft_version >= 1),
  content jsonb not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  revoked_at timestamptz,
  decision text check (decision in ('signed-off', 'changes')),
  decided_by text check (decided_by <> ''),
  decided_at timestamptz,
  constraint sign_off_link_decided check (num_nulls(decision, decided_by, decided_at) in (0, 3))
);
create index sign_off_link_newest on sign_off_link (survey_id, created_at desc, link_id);
create index sign_off_link_created on sign_off_link (created_at);

create table sign_off_comment (
  comment_id uuid primary key default gen_random_uuid(),
  link_id uuid not null references sign_off_link (link_id) on delete cascade,
  -- Null: about the survey as a whole.
  question_id int check (question_id between 1 and 999),
  name text not null check (name <> ''),
  text text not null check (text <> '' and length(text) <= 2000),
  written_at timestamptz not null default clock_timestamp(),
  -- What the link's readers see under it.
  answer text check (answer <> ''),
  answered_by text,
  answered_at timestamptz,
  constraint sign_off_comment_answered check (num_nulls(answer, answered_by, answered_at) in (0, 3))
);
create index sign_off_comment_link on sign_off_comment (link_id, written_at, comment_id);

-- Finished walks of staff and clients. No figure, file, quota or payment reads this table.
create table test_answer (
  test_id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references survey (survey_id),
  draft_version int not null check (draft_version >= 1),
  -- Null: staff walked it.
  link_id uuid references sign_off_link (link_id) on delete cascade,
  name text not null check (name <> ''),
  outcome text not null check (outcome in ('complete', 'screened-out')),
  seconds int not null check (seconds between 1 and 86400),
  profile jsonb not null,
  -- In English, in the order in which they were asked.
  answers jsonb not null,
  finished_at timestamptz not null default clock_timestamp()
);
create index test_answer_newest on test_answer (survey_id, finished_at desc, test_id);
create index test_answer_link on test_answer (link_id);
create index test_answer_finished on test_answer (finished_at);
