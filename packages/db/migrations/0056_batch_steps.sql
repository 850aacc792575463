-- What became of a bank batch's file (docs/decisions/0088). A batch ends before its result at most once: it is uploaded, or cancelled.
create table bank_batch_step (
  step_id uuid primary key default gen_random_uuid(),
  batch_id uuid not null references bank_batch (batch_id),
  step text not null check (step in ('downloaded', 'uploaded', 'cancelled')),
  reason text,
  at timestamptz not null default clock_timestamp(),
  by text not null,
  check ((step = 'cancelled') = (reason is not null))
);
create unique index bank_batch_step_once on bank_batch_step (batch_id) where step <> 'downloaded';
create index bank_batch_step_of on bank_batch_step (batch_id, at);

insert into bank_batch_step (batch_id, step, at, by)
select b.batch_id, 'downloaded', e.at, e.actor
from bank_batch b join audit_entry e on e.subject = 'bank-batch:' || b.number and e.action = 'bank-batch.downloaded';

alter table bank_batch_row drop constraint bank_batch_row_outcome_check;
alter table bank_batch_row add constraint bank_batch_row_outcome_check check (outcome in ('paid', 'failed', 'cancelled'));
-- A withdrawal is in one batch, unless the bank said that it did not pay it, or the batch was cancelled.
drop index bank_batch_row_once;
create unique index bank_batch_row_once on bank_batch_row (withdrawal_id) where outcome is null or outcome = 'paid';
