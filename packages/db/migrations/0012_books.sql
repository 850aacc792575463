-- books: tax, the provider's statements, and the daily comparison with the ledger.

-- Tax withheld from what was paid: owed to the revenue authority, so booked separately and kept for ever.
create table withholding (
  member_id uuid not null,
  withdrawal_id uuid not null,
  -- The day of the payment.
  day date not null,
  base_kes bigint not null check (base_kes > 0),
  percent numeric(5, 2) not null check (percent > 0 and percent < 100),
  tax_kes bigint not null check (tax_kes > 0 and tax_kes < base_kes),
  booked_at timestamptz not null default clock_timestamp(),
  primary key (member_id, withdrawal_id),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id)
);
-- For the sums of a month.
create index withholding_day on withholding (day);
revoke update, delete, truncate on withholding from public, current_user;

-- The provider's statement as staff imported it. It covers whole days, the first and the last included.
create table provider_statement (
  statement_id uuid primary key default gen_random_uuid(),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  line_count int not null check (line_count > 0),
  imported_at timestamptz not null default clock_timestamp(),
  imported_by text not null
);
create index provider_statement_days on provider_statement (first_day, last_day);

create table provider_statement_line (
  receipt text primary key check (receipt ~ '^[A-Z0-9]{6,20}$'),
  statement_id uuid not null references provider_statement (statement_id),
  amount_kes bigint not null check (amount_kes > 0),
  -- Enough to notice a wrong number without storing it.
  number_end text check (number_end ~ '^[0-9]{3}$'),
  completed_at timestamptz not null
);
create index provider_statement_line_completed on provider_statement_line (completed_at);

-- The sums of a business day: by withdrawals, by the ledger, and by the provider.
create table reconciliation_run (
  day date primary key,
  made_at timestamptz not null default clock_timestamp(),
  made_by text not null,
  paid_count int not null,
  paid_points bigint not null,
  gross_kes bigint not null,
  tax_kes bigint not null,
  sent_kes bigint not null,
  posted_points bigint not null,
  withheld_kes bigint not null,
  -- Whether an imported statement covers the day. Without one the provider's sums mean nothing.
  has_statement boolean not null,
  -- The part of the payments that the provider should list.
  expected_kes bigint not null,
  provider_count int not null,
  provider_kes bigint not null
);

create table reconciliation_difference (
  difference_id uuid primary key default gen_random_uuid(),
  day date not null references reconciliation_run (day),
  kind text not null check (kind in (
    'paid-without-posting', 'posting-without-paid', 'amount-differs', 'number-differs', 'receipt-missing',
    'receipt-unknown', 'receipt-twice', 'receipt-not-settled', 'paid-twice', 'attempt-paid-withdrawal-not',
    'contradiction', 'unresolved', 'tax-differs', 'sum-differs'
  )),
  -- Its subject, within its kind.
  subject_key text not null,
  withdrawal_id uuid,
  receipt text,
  unit text check (unit in ('points', 'KES')),
  expected bigint,
  found bigint,
  note text not null default '',
  found_at timestamptz not null default clock_timestamp(),
  resolution text check (resolution <> ''),
  resolved_by text,
  resolved_at timestamptz,
  -- The amounts too: an explanation of one difference explains no other.
  unique nulls not distinct (day, kind, subject_key, expected, found),
  check ((resolution is null) = (resolved_by is null) and (resolution is null) = (resolved_at is null))
);
create index reconciliation_difference_open on reconciliation_difference (day desc, difference_id)
  where resolved_at is null;
create index reconciliation_difference_day on reconciliation_difference (day desc, difference_id);
