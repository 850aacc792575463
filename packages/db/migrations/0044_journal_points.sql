-- How many points stand behind what the books say members are owed: what agrees with the ledger is the number, not its value
-- (docs/decisions/0086).
alter table journal_line add column points bigint not null default 0
  check (points = 0 or account in ('members-points', 'member-debts'));
alter table journal_day add column points bigint not null default 0;

-- Days whose points and credits are booked, one after the other. The first row is where the books open.
create table journal_points_day (
  day date primary key,
  ends_at timestamptz not null unique,
  kes_per_point bigint not null check (kes_per_point > 0),
  kes_per_usd numeric not null check (kes_per_usd > 0),
  booked_at timestamptz not null default clock_timestamp()
);

-- What an offer's credits brought and cost on a booked day.
create table journal_offer_day (
  day date not null references journal_points_day (day),
  survey_id uuid not null,
  usd_minor bigint not null,
  kes_minor bigint not null,
  credits bigint not null,
  primary key (survey_id, day)
);
create index journal_offer_day_day on journal_offer_day (day);
