-- books: the house's own double entry in cents of KES and USD, next to the members' ledger of points (docs/decisions/0086),
-- imported statements (0085), the daily comparison with the ledger, tax (0089), and the seals over all of it (0067).

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
  ('write-offs', 5300, 'Write-offs', 'expense'),
  ('client-revenue', 4300, 'Revenue from clients', 'revenue');

create table journal_entry (
  entry_id bigint generated always as identity primary key,
  -- What caused it: the same cause is booked once.
  source_key text not null unique check (source_key <> ''),
  kind text not null check (kind ~ '^[a-z][a-z-]*$'),
  -- Always in an open month.
  day date not null,
  -- The day of the cause, if that is closed or yet to come.
  booked_for date constraint journal_entry_booked_for check (booked_for <> day),
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
  -- How many points stand behind what the books say members are owed: what agrees with the ledger is the number, not its value
  -- (docs/decisions/0086).
  points bigint not null default 0
    constraint journal_line_points_account check (points = 0 or account in ('members-points', 'member-debts')),
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
  points bigint not null default 0,
  primary key (day, account, currency, partner_id, slot)
);
create index journal_day_account on journal_day (account, day);

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

-- A closed month takes no further entry, and is never opened again.
create table accounting_period (
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null default clock_timestamp(),
  closed_by text not null,
  approved_by text not null constraint accounting_period_four_eyes check (approved_by <> closed_by)
);

-- How a bank's file is read. A change is a new version: each import keeps the one it was read with.
create table statement_mapping (
  account text not null check (account = 'mpesa' or account ~ '^(bank|partner):'),
  version int not null check (version > 0),
  name text not null,
  mapping jsonb not null,
  saved_at timestamptz not null default clock_timestamp(),
  saved_by text not null,
  primary key (account, version)
);

-- The provider's statement as staff imported it. It covers whole days, the first and the last included.
create table provider_statement (
  statement_id uuid primary key default gen_random_uuid(),
  first_day date,
  last_day date constraint provider_statement_in_order check (last_day >= first_day),
  line_count int not null check (line_count > 0),
  imported_at timestamptz not null default clock_timestamp(),
  imported_by text not null,
  account text not null,
  mapping_version int,
  constraint provider_statement_mapping
    foreign key (account, mapping_version) references statement_mapping (account, version),
  constraint provider_statement_mapped check (account = 'mpesa' or mapping_version is not null)
);
create index provider_statement_days on provider_statement (first_day, last_day);

create table statement_row (
  -- Made from what identifies the row at its provider, so that every import finds the same one.
  row_id uuid primary key,
  -- The same without the balance: not every layout has that column.
  base_key text not null,
  statement_id uuid not null references provider_statement (statement_id),
  account text not null,
  line int not null check (line > 0),
  receipt text check (receipt <> ''),
  linked_receipt text check (linked_receipt <> ''),
  purpose text not null check (purpose in (
    'payout', 'charge', 'collection', 'top-up', 'transfer', 'reversal', 'money-in', 'failed', 'pending', 'unreadable'
  )),
  -- Below zero: money that left.
  amount_cents bigint,
  balance_cents bigint,
  -- Enough to notice a wrong number without storing it.
  number_end text check (number_end ~ '^[0-9]{3}$'),
  details text not null default '',
  day date,
  -- When it was completed; when it was imported, if that cannot be read.
  at timestamptz not null,
  -- Of a row that cannot be read: the column, and what is wrong there.
  problem jsonb,
  constraint statement_row_problem_of_purpose check ((purpose = 'unreadable') = (problem is not null)),
  constraint statement_row_readable_has_values check (problem is not null or (amount_cents is not null and day is not null)),
  constraint statement_row_has_receipt check (account <> 'mpesa' or problem is not null or receipt is not null)
);
create index statement_row_base on statement_row (base_key);
create index statement_row_receipt on statement_row (receipt) where receipt is not null;
create index statement_row_day on statement_row (account, day);
-- For the daily reconciliation.
create index statement_row_payout on statement_row (at) where account = 'mpesa' and purpose = 'payout';

-- The first, third … entry of a row books it, the second, fourth … takes the one before back.
create table statement_entry (
  row_id uuid not null references statement_row (row_id),
  seq int not null check (seq > 0),
  account text not null,
  kind text not null check (kind in (
    'payout', 'charge', 'collection', 'top-up', 'transfer', 'nothing', 'other', 'not-ours'
  )),
  -- Of an entry that takes another back: the opposite of that one's.
  amount_cents bigint not null,
  day date not null,
  withdrawal_id uuid,
  payment_id uuid,
  -- The rule that matched it, or `hand`.
  rule text not null,
  note text not null default '',
  booked_by text not null,
  booked_at timestamptz not null default clock_timestamp(),
  primary key (row_id, seq),
  constraint statement_entry_payout check (kind <> 'payout' or withdrawal_id is not null),
  constraint statement_entry_collection check (kind <> 'collection' or payment_id is not null),
  constraint statement_entry_nothing check (kind <> 'nothing' or amount_cents = 0),
  constraint statement_entry_note check (rule <> 'hand' or note <> '' or kind in ('payout', 'collection'))
);
create index statement_entry_day on statement_entry (account, day);
create index statement_entry_withdrawal on statement_entry (withdrawal_id) where withdrawal_id is not null;
-- What staff booked themselves, newest first.
create index statement_entry_hand on statement_entry (booked_at, row_id) where rule = 'hand';

-- One payment of ours belongs to one row: `payout:` or `collection:`, and its id.
create table statement_claim (
  subject text primary key,
  row_id uuid not null
);

-- What is not booked: staff decide.
create table statement_desk (
  row_id uuid primary key references statement_row (row_id),
  account text not null,
  reason text not null check (reason in (
    'payout-unknown', 'payout-open', 'payout-twice', 'amount-differs', 'ambiguous', 'charge-alone',
    'collection-unknown', 'money-in', 'reversal', 'pending', 'unreadable', 'undone'
  )),
  at timestamptz not null,
  since timestamptz not null default clock_timestamp(),
  -- What it is probably about.
  withdrawal_id uuid,
  payment_id uuid
);
create index statement_desk_oldest on statement_desk (at, row_id);
create index statement_desk_reason on statement_desk (reason, at, row_id);

-- A row of a statement that proves a correction of a payout (docs/decisions/0084): one row proves one.
create table statement_evidence (
  row_id uuid primary key references statement_row (row_id),
  withdrawal_id uuid not null,
  kind text not null check (kind in ('returned', 'late', 'duplicate')),
  booked_by text not null,
  booked_at timestamptz not null default clock_timestamp()
);
create index statement_evidence_withdrawal on statement_evidence (withdrawal_id);

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
    'bank-row-missing', 'receipt-unknown', 'receipt-twice', 'receipt-not-settled', 'paid-twice',
    'attempt-paid-withdrawal-not', 'attempt-missing', 'contradiction', 'unresolved', 'tax-differs', 'sum-differs'
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
  constraint reconciliation_difference_resolved
    check ((resolution is null) = (resolved_by is null) and (resolution is null) = (resolved_at is null))
);
create index reconciliation_difference_open on reconciliation_difference (day desc, difference_id)
  where resolved_at is null;
create index reconciliation_difference_day on reconciliation_difference (day desc, difference_id);

-- Tax withheld from what was paid: owed to the revenue authority, so booked separately and kept for ever.
create table withholding (
  member_id uuid not null,
  withdrawal_id uuid not null,
  -- The day of the payment.
  day date not null,
  base_kes bigint not null check (base_kes > 0),
  percent numeric(5, 2) not null check (percent > 0 and percent < 100),
  tax_kes bigint not null constraint withholding_tax_is_a_part check (tax_kes > 0 and tax_kes < base_kes),
  booked_at timestamptz not null default clock_timestamp(),
  primary key (member_id, withdrawal_id),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id)
);
-- For the sums of a month.
create index withholding_day on withholding (day);
revoke update, delete, truncate on withholding from public, current_user;

-- Tax that was withheld from a payment that came back is not owed: booked on the day on which that became known.
create table withholding_reversal (
  member_id uuid not null,
  withdrawal_id uuid not null,
  day date not null,
  base_kes bigint not null check (base_kes > 0),
  tax_kes bigint not null check (tax_kes > 0),
  booked_at timestamptz not null default clock_timestamp(),
  primary key (member_id, withdrawal_id),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id)
);
create index withholding_reversal_day on withholding_reversal (day);

-- The rate from `valid_from` until the next class of the same earnings, residence and payee. Of two for one day the later
-- decision counts.
create table tax_class (
  class_id bigint generated always as identity primary key,
  earnings text not null check (earnings in ('research', 'tasks', 'bonus', 'prize', 'other')),
  residence text not null check (residence in ('resident', 'non-resident')),
  payee text not null check (payee in ('member')),
  percent numeric(5, 2) not null check (percent >= 0 and percent <= 50),
  valid_from date not null,
  reason text not null check (reason <> ''),
  decided_by text not null,
  decided_at timestamptz not null default clock_timestamp()
);
create index tax_class_in_force on tax_class (payee, residence, earnings, valid_from desc, class_id desc);

-- What a withdrawal's points were earned by, and the rates of the day on which its tax was calculated. The last day counts.
create table tax_part (
  member_id uuid not null,
  withdrawal_id uuid not null,
  day date not null,
  -- 'all': every kind of earnings had this rate.
  earnings text not null check (earnings in ('all', 'research', 'tasks', 'bonus', 'prize', 'other')),
  residence text not null,
  points bigint not null check (points > 0),
  percent numeric(5, 2) not null,
  tax_kes bigint not null check (tax_kes >= 0),
  primary key (member_id, withdrawal_id, day, earnings),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id)
);

-- Without a row: resident, no PIN.
create table member_tax (
  member_id uuid primary key references member (member_id),
  residence text not null default 'resident' check (residence in ('resident', 'non-resident')),
  -- Sealed (docs/decisions/0068).
  pin text check (pin like 'sealed:1:%'),
  -- Its last two characters, which is all that lists show.
  pin_end text check (char_length(pin_end) = 2),
  changed_at timestamptz not null default now(),
  constraint member_tax_pin check ((pin is null) = (pin_end is null))
);

-- A month as it was filed with the revenue authority. Without a row it is open.
create table tax_file (
  month text primary key check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  payments int not null,
  base_kes bigint not null,
  tax_kes bigint not null,
  -- What earlier months withheld too much and nobody paid back: zero or less.
  carried_kes bigint not null check (carried_kes <= 0),
  due_on date not null,
  -- Names and PINs as they were filed, sealed (docs/decisions/0068), and the SHA-256 of what is in the envelope.
  content text not null check (content like 'sealed:1:%'),
  content_hash bytea not null check (octet_length(content_hash) = 32),
  filed_by text not null,
  filed_at timestamptz not null default clock_timestamp()
);

create table tax_remittance (
  month text primary key references tax_file (month),
  amount_kes bigint not null check (amount_kes > 0),
  -- The payment registration number of the authority, or the bank's reference.
  reference text not null unique check (reference = upper(reference) and reference <> ''),
  paid_on date not null,
  recorded_by text not null,
  recorded_at timestamptz not null default clock_timestamp()
);

-- Each covers the rows written since the previous one, and through `mac` all earlier seals.
create table seal (
  seal_id bigint primary key check (seal_id > 0),
  sealed_at timestamptz not null,
  -- Everything written before it is sealed. What was written since may still be committed.
  sealed_through timestamptz not null,
  key_id text not null,
  -- Of this seal and all before it.
  postings bigint not null,
  points bigint not null,
  entries bigint not null,
  -- HMAC-SHA-256 over all of this, the rows below and the previous seal's.
  mac bytea not null
);

-- The last posting of each member with new ones. Its hash covers the earlier ones. Refers to no wallet: it must survive a
-- removed one, to name it.
create table sealed_head (
  member_id uuid not null,
  seal_id bigint not null,
  seq bigint not null,
  hash bytea not null,
  primary key (member_id, seal_id)
);
create index sealed_head_of_seal on sealed_head (seal_id, member_id);

-- An entry of the audit log. What the erasure of a member may remove has its own digests, which are keyed, because
-- anyone can try all addresses.
create table sealed_entry (
  entry_id bigint primary key,
  seal_id bigint not null,
  kept bytea not null,
  words bytea not null,
  address bytea not null
);
create index sealed_entry_of_seal on sealed_entry (seal_id, entry_id);

-- What each check of the books found.
create table books_check (
  check_id bigint generated always as identity primary key,
  checked_at timestamptz not null default clock_timestamp(),
  -- Everything from the first posting on, or what was new.
  is_full boolean not null,
  findings jsonb not null check (jsonb_typeof(findings) = 'array')
);

-- The root of each day as it left the system.
create table books_root (
  day date primary key,
  seal_id bigint not null,
  document text not null
);
