-- Partners' reports: every row, what it says beside our own credits, and what staff did about a difference.

alter table statement_mapping drop constraint statement_mapping_account_check;
alter table statement_mapping add constraint statement_mapping_account_check check (account ~ '^(bank|partner):');

create table partner_report (
  report_id uuid primary key default gen_random_uuid(),
  partner_id uuid not null references partner (partner_id),
  account text not null check (account ~ '^partner:'),
  mapping_version int not null,
  -- None of its rows may be readable: then it covers no day.
  first_day date,
  last_day date,
  row_count int not null check (row_count >= 0),
  imported_by text not null,
  imported_at timestamptz not null default clock_timestamp(),
  foreign key (account, mapping_version) references statement_mapping (account, version)
);
create index partner_report_newest on partner_report (partner_id, imported_at desc, report_id);

create table partner_report_row (
  -- Made from what identifies the row, so that every import finds the same one.
  row_id uuid primary key,
  partner_id uuid not null,
  report_id uuid not null,
  -- In the file, from 1; null for a credit of ours that the report does not have.
  line int check (line > 0),
  transaction_id text,
  reference text,
  usd numeric(12, 4),
  status text check (status in ('approved', 'pending', 'reversed')),
  at timestamptz,
  outcome text not null check (outcome in (
    'matched', 'amount-differs', 'only-there', 'only-here', 'reversed-there', 'reversed-here', 'unreadable'
  )),
  member_id uuid,
  credit_id uuid,
  our_usd numeric(12, 4),
  our_state text,
  state text not null check (state in ('settled', 'open', 'asked', 'explained', 'accepted', 'superseded')),
  -- Of a row that cannot be read: the column, and what is wrong there.
  problem jsonb,
  note text not null default '',
  decided_by text,
  decided_at timestamptz,
  since timestamptz not null default clock_timestamp(),
  check ((outcome = 'unreadable') = (problem is not null)),
  -- What could not be read as a whole is nowhere as a value.
  check (problem is null or num_nonnulls(transaction_id, reference, usd, status, at, member_id, credit_id) = 0),
  check (problem is not null or (transaction_id is not null and at is not null)),
  check (state not in ('asked', 'explained', 'accepted') or (decided_by is not null and note <> ''))
);
create index partner_report_row_desk on partner_report_row (since, row_id) where state in ('open', 'asked');
create index partner_report_row_partner on partner_report_row (partner_id, since, row_id) where state in ('open', 'asked');
create index partner_report_row_transaction on partner_report_row (partner_id, transaction_id);
create index partner_report_row_report on partner_report_row (report_id);

-- A partner's credits of a period that its report should have.
create index partner_credit_accrued on partner_credit (partner_id, created_at, credit_id) where state = 'available';
