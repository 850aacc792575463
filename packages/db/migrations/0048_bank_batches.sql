-- Payments that a bank makes from a file (docs/decisions/0088).
create table bank_batch (
  batch_id uuid primary key,
  number int not null unique check (number > 0),
  -- How its file is written: a download later has to have the same content.
  format jsonb not null,
  day date not null,
  row_count int not null check (row_count > 0),
  total_kes bigint not null check (total_kes > 0),
  -- SHA-256 of the file.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null
);

create table bank_batch_row (
  batch_id uuid not null references bank_batch (batch_id),
  line int not null check (line > 0),
  -- What the bank repeats in its result.
  reference text not null unique,
  member_id uuid not null,
  withdrawal_id uuid not null,
  amount_kes bigint not null check (amount_kes > 0),
  -- Null: the bank has not said yet.
  outcome text check (outcome in ('paid', 'failed')),
  bank_reference text,
  reason text,
  settled_at timestamptz,
  settled_by text,
  primary key (batch_id, line),
  check ((outcome is null) = (settled_at is null)),
  check ((outcome is null) = (settled_by is null)),
  check ((outcome is not distinct from 'paid') = (bank_reference is not null))
);
-- A withdrawal is in one batch, unless the bank said that it paid it not.
create unique index bank_batch_row_once on bank_batch_row (withdrawal_id) where outcome is distinct from 'failed';

-- Staff list the withdrawals of one method. Most are by M-Pesa, which needs no index.
create index withdrawal_other_method on withdrawal (method, requested_at, withdrawal_id) where method <> 'mpesa';
