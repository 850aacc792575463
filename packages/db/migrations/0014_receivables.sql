-- receivables: what partners owe: accrued by their credits, invoiced, received (docs/decisions/0086), and their reports.

-- Numbers without gaps: the row is locked until the document is stored.
create table document_series (
  series text primary key,
  last_no int not null check (last_no >= 0)
);

-- One row per partner; its lock serialises invoices, receipts and credits below a ceiling.
create table partner_account (
  partner_id uuid primary key references partner (partner_id),
  payment_days int not null default 30 check (payment_days between 0 and 365),
  -- What is owed for credits that were added up, on hold too, less what was received and written off.
  open_usd numeric(16, 4) not null default 0,
  -- When staff were told that the ceiling is near; null once it is not.
  warned_at timestamptz
);

create table partner_account_day (
  partner_id uuid not null references partner (partner_id),
  day date not null,
  origin_month date not null check (extract(day from origin_month) = 1),
  month date not null generated always as (date_trunc('month', day::timestamp)::date) stored,
  accrued_usd numeric(16, 4) not null default 0 check (accrued_usd >= 0),
  reversed_usd numeric(16, 4) not null default 0 check (reversed_usd >= 0),
  -- Rounded once a day, so that months and invoices agree to the cent.
  accrued_cents bigint not null generated always as (round(accrued_usd * 100)::bigint) stored,
  reversed_cents bigint not null generated always as (round(reversed_usd * 100)::bigint) stored,
  primary key (partner_id, day, origin_month)
);
create index partner_account_day_month on partner_account_day (month, partner_id);

-- What each step of a credit adds, until a job adds it to partner_account_day. Parallel credits only insert: none waits.
create table partner_accrual (
  accrual_id bigint generated always as identity primary key,
  partner_id uuid not null,
  -- held: on hold · accrued: paid to the member · reversed: taken back by the partner
  kind text not null check (kind in ('held', 'accrued', 'reversed')),
  day date not null,
  -- The month in which the credit accrued.
  origin_month date not null check (extract(day from origin_month) = 1),
  usd numeric(12, 4) not null
);
create index partner_accrual_partner on partner_accrual (partner_id) include (usd, kind);

create table partner_invoice (
  invoice_id uuid primary key default gen_random_uuid(),
  number text not null unique,
  kind text not null check (kind in ('invoice', 'credit-note')),
  partner_id uuid not null references partner (partner_id),
  -- As it was called when the document was issued.
  partner_name text not null,
  month date not null check (extract(day from month) = 1),
  -- Below zero: a credit note.
  total_cents bigint not null check (total_cents <> 0),
  due_day date not null,
  state text not null check (state in ('issued', 'paid', 'voided', 'written-off')),
  issued_at timestamptz not null default clock_timestamp(),
  issued_by text not null,
  -- Of a credit note: the invoice that it takes back. Of that invoice: the reason.
  voids_id uuid unique references partner_invoice (invoice_id),
  reason text not null default '',
  written_off_cents bigint not null default 0 check (written_off_cents >= 0),
  constraint partner_invoice_positive check ((kind = 'invoice') = (total_cents > 0)),
  constraint partner_invoice_voids check ((kind = 'credit-note') = (voids_id is not null))
);
create unique index partner_invoice_month on partner_invoice (partner_id, month)
  where kind = 'invoice' and state <> 'voided';
create index partner_invoice_newest on partner_invoice (partner_id, issued_at desc, invoice_id);

-- What accrued and was reversed in `month`, of credits that had accrued in `origin_month`.
create table partner_invoice_line (
  invoice_id uuid not null references partner_invoice (invoice_id),
  line_no int not null check (line_no > 0),
  month date not null,
  origin_month date not null,
  accrued_cents bigint not null,
  reversed_cents bigint not null,
  primary key (invoice_id, line_no)
);

create table partner_receipt (
  receipt_id uuid primary key default gen_random_uuid(),
  partner_id uuid not null references partner (partner_id),
  -- Of the bank: one payment is booked once, for whichever partner.
  reference text not null unique check (reference = upper(reference) and reference <> ''),
  day date not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What arrived at the bank, after its charge.
  kes_cents bigint not null check (kes_cents > 0),
  charge_kes_cents bigint not null default 0 check (charge_kes_cents >= 0),
  -- KES for one USD, before the charge.
  rate numeric(12, 4) not null check (rate > 0),
  -- Received and charged, less the amount at our own rate of that day.
  fx_difference_kes_cents bigint not null,
  state text not null check (state in ('booked', 'cancelled')),
  booked_at timestamptz not null default clock_timestamp(),
  booked_by text not null,
  approved_by text,
  reason text not null default ''
);
create index partner_receipt_newest on partner_receipt (partner_id, booked_at desc, receipt_id);

create table partner_allocation (
  allocation_id bigint primary key generated always as identity,
  receipt_id uuid not null references partner_receipt (receipt_id),
  invoice_id uuid not null references partner_invoice (invoice_id),
  amount_cents bigint not null check (amount_cents > 0),
  allocated_at timestamptz not null default clock_timestamp()
);
create index partner_allocation_receipt on partner_allocation (receipt_id);
create index partner_allocation_invoice on partner_allocation (invoice_id);

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
  constraint partner_report_row_problem check ((outcome = 'unreadable') = (problem is not null)),
  -- What could not be read as a whole is nowhere as a value.
  constraint partner_report_row_unreadable_has_no_value
    check (problem is null or num_nonnulls(transaction_id, reference, usd, status, at, member_id, credit_id) = 0),
  constraint partner_report_row_readable_has_values
    check (problem is not null or (transaction_id is not null and at is not null)),
  constraint partner_report_row_decided
    check (state not in ('asked', 'explained', 'accepted') or (decided_by is not null and note <> ''))
);
create index partner_report_row_desk on partner_report_row (since, row_id) where state in ('open', 'asked');
create index partner_report_row_partner on partner_report_row (partner_id, since, row_id) where state in ('open', 'asked');
create index partner_report_row_transaction on partner_report_row (partner_id, transaction_id);
create index partner_report_row_report on partner_report_row (report_id);
create index partner_report_row_member on partner_report_row (member_id) where member_id is not null;
