-- The house's own books: double entry in cents of KES and USD, beside the members' ledger of points (docs/decisions/0086).

-- The chart of accounts. The list in contract/books/journal says the same; a test compares them.
create table journal_account (
  code text primary key check (code ~ '^[a-z][a-z-]*$'),
  number int not null unique check (number between 1000 and 9999),
  name text not null,
  type text not null check (type in ('asset', 'liability', 'equity', 'revenue', 'expense'))
);
insert into journal_account (code, number, name, type) values
  ('float-mpesa', 1010, 'M-Pesa float', 'asset'),
  ('float-airtel', 1020, 'Airtel Money float', 'asset'),
  ('float-airtime', 1030, 'Airtime float', 'asset'),
  ('bank', 1100, 'Bank', 'asset'),
  ('cash-clearing', 1190, 'Cash clearing', 'asset'),
  ('partner-receivables', 1200, 'Partner receivables', 'asset'),
  ('member-debts', 1300, 'Members'' debts', 'asset'),
  ('members-points', 2000, 'Members'' points', 'liability'),
  ('points-held', 2010, 'Points held for withdrawals', 'liability'),
  ('payouts-in-flight', 2020, 'Payouts in flight', 'liability'),
  ('tax-payable', 2100, 'Withholding tax payable', 'liability'),
  ('client-prepaid', 2200, 'Prepaid by clients', 'liability'),
  ('opening-balance', 3000, 'Opening balance', 'equity'),
  ('partner-revenue', 4000, 'Partner revenue', 'revenue'),
  ('premium-revenue', 4100, 'Premium revenue', 'revenue'),
  ('breakage', 4200, 'Breakage', 'revenue'),
  ('rewards-expense', 5000, 'Rewards', 'expense'),
  ('points-adjustments', 5010, 'Adjustments of points', 'expense'),
  ('points-revaluation', 5020, 'Revaluation of points', 'expense'),
  ('payout-charges', 5100, 'Payout charges', 'expense'),
  ('fx-difference', 5200, 'Exchange differences', 'expense'),
  ('write-offs', 5300, 'Write-offs', 'expense');

-- A closed month takes no further entry, and is never opened again.
create table accounting_period (
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null default clock_timestamp(),
  closed_by text not null,
  approved_by text not null check (approved_by <> closed_by)
);

create table journal_entry (
  entry_id bigint generated always as identity primary key,
  -- What caused it: the same cause is booked once.
  source_key text not null unique check (source_key <> ''),
  kind text not null check (kind ~ '^[a-z][a-z-]*$'),
  -- Always in an open month.
  day date not null,
  -- The day of the cause, if that is closed or yet to come.
  booked_for date check (booked_for <> day),
  description text not null check (description <> ''),
  member_id uuid,
  withdrawal_id uuid,
  partner_id uuid,
  -- `account`, `currency` and `minor`: cents, a debit above zero, a credit below. The trigger makes journal_line of them.
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  booked_at timestamptz not null
);
create index journal_entry_day on journal_entry (day, entry_id);
create index journal_entry_withdrawal on journal_entry (withdrawal_id) where withdrawal_id is not null;
create index journal_entry_kind on journal_entry (kind, day);

create table journal_line (
  entry_id bigint not null references journal_entry (entry_id),
  line_no int not null check (line_no > 0),
  account text not null references journal_account (code),
  currency text not null check (currency in ('KES', 'USD')),
  minor bigint not null check (minor <> 0),
  day date not null,
  primary key (entry_id, line_no)
);
create index journal_line_account on journal_line (account, day, entry_id);

-- What an account moved on a day. Each connection counts in a row of its own (slot), so that bookings never wait for each other.
create table journal_day (
  day date not null,
  account text not null references journal_account (code),
  currency text not null check (currency in ('KES', 'USD')),
  -- All zeros: no partner's.
  partner_id uuid not null,
  slot int not null,
  debit_minor bigint not null check (debit_minor >= 0),
  credit_minor bigint not null check (credit_minor >= 0),
  primary key (day, account, currency, partner_id, slot)
);
create index journal_day_account on journal_day (account, day);
