-- Every row of an imported statement, how it was booked, and what waits for staff (docs/decisions/0085).

-- How a bank's file is read. A change is a new version: each import keeps the one it was read with.
create table statement_mapping (
  account text not null check (account ~ '^bank:'),
  version int not null check (version > 0),
  name text not null,
  mapping jsonb not null,
  saved_at timestamptz not null default clock_timestamp(),
  saved_by text not null,
  primary key (account, version)
);

alter table provider_statement add column account text not null default 'mpesa';
alter table provider_statement alter column account drop default;
alter table provider_statement add column mapping_version int;
-- None of a file's rows may be readable: then it covers no day.
alter table provider_statement alter column first_day drop not null;
alter table provider_statement alter column last_day drop not null;
alter table provider_statement add constraint provider_statement_mapping
  foreign key (account, mapping_version) references statement_mapping (account, version);
alter table provider_statement add check ((account = 'mpesa') = (mapping_version is null));

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
  check ((purpose = 'unreadable') = (problem is not null)),
  check (problem is not null or (amount_cents is not null and day is not null)),
  check (account <> 'mpesa' or problem is not null or receipt is not null)
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
  check (kind <> 'payout' or withdrawal_id is not null),
  check (kind <> 'collection' or payment_id is not null),
  check (kind <> 'nothing' or amount_cents = 0),
  check (rule <> 'hand' or note <> '' or kind in ('payout', 'collection'))
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

-- What was imported before.
insert into statement_row (row_id, base_key, statement_id, account, line, receipt, purpose, amount_cents, number_end, day, at)
select overlay(overlay(substr(encode(sha256(convert_to(base || '|', 'UTF8')), 'hex'), 1, 32) placing '8' from 13)
  placing 'a' from 17)::uuid, base, statement_id, 'mpesa', 1,
  receipt, 'payout', -amount_kes * 100, number_end, (completed_at at time zone 'Africa/Nairobi')::date, completed_at
from provider_statement_line, lateral (select 'mpesa:' || receipt || ':move:' || -amount_kes * 100 as base) key;

insert into statement_claim (subject, row_id)
select distinct on (w.withdrawal_id) 'payout:' || w.withdrawal_id, r.row_id
from statement_row r join withdrawal w on upper(w.receipt) = r.receipt and w.status = 'paid'
where w.payout_kes * 100 = -r.amount_cents order by w.withdrawal_id, r.row_id;

insert into statement_entry (row_id, seq, account, kind, amount_cents, day, withdrawal_id, rule, booked_by)
select distinct on (r.row_id) r.row_id, 1, r.account, 'payout', r.amount_cents, r.day, substr(c.subject, 8)::uuid, 'receipt', 'system'
from statement_row r join statement_claim c on c.row_id = r.row_id order by r.row_id, c.subject;

insert into statement_desk (row_id, account, reason, at)
select row_id, account, 'payout-unknown', at from statement_row r
where not exists (select from statement_entry e where e.row_id = r.row_id);

drop table provider_statement_line;
