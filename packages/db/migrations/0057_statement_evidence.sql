-- A row of a statement that proves a correction of a payout (docs/decisions/0084): one row proves one.
create table statement_evidence (
  row_id uuid primary key references statement_row (row_id),
  withdrawal_id uuid not null,
  kind text not null check (kind in ('returned', 'late', 'duplicate')),
  booked_by text not null,
  booked_at timestamptz not null default clock_timestamp()
);
create index statement_evidence_withdrawal on statement_evidence (withdrawal_id);
