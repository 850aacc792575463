-- What clients prepay, and what their surveys use of it (docs/decisions/0097). Amounts in cents of KES.

insert into journal_account (code, number, name, type) values
  ('client-revenue', 4300, 'Revenue from clients', 'revenue');

-- The row's lock serialises starts of the organisation's surveys. The last check is why a budget is never overspent.
create table client_account (
  organisation_id uuid primary key references client_organisation (organisation_id),
  -- Received, less what was returned.
  prepaid_cents bigint not null default 0,
  -- For attempts that are open, or whose answers wait for a check.
  reserved_cents bigint not null default 0 check (reserved_cents >= 0),
  consumed_cents bigint not null default 0 check (consumed_cents >= 0),
  check (reserved_cents + consumed_cents <= prepaid_cents)
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

-- An attempt at a survey with an order: at most one place, charged at most once.
create table client_place (
  member_id uuid not null,
  survey_id uuid not null,
  order_id uuid not null,
  price_cents bigint not null check (price_cents > 0),
  -- Takes room of the budget. Once it does not, it never does again.
  is_open boolean not null default true,
  is_charged boolean not null default false,
  primary key (member_id, survey_id),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id),
  check (is_open or not is_charged)
);
create index client_place_survey on client_place (survey_id);

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
  check (kind <> 'returned' or (reason <> '' and approved_by is not null))
);
create index client_receipt_newest on client_receipt (organisation_id, booked_at desc, receipt_id);
