-- Destinations of every method replace the list of M-Pesa numbers (docs/decisions/0076).

alter table payout_destination
  -- Its name to callers: the hash changes with the key.
  add column destination_id uuid not null default gen_random_uuid(),
  -- When a payment first arrived there.
  add column paid_at timestamptz,
  -- The member proved it, but it belongs to another. Staff decide.
  add column disputed_at timestamptz,
  add column disputed_by text check (disputed_by in ('code', 'payment', 'staff')),
  add constraint payout_destination_disputed check ((disputed_at is null) = (disputed_by is null));

create index payout_destination_id on payout_destination (destination_id);

-- Where members were paid, or asked to be, before destinations had hashes. The server has the keys: it moves the rows to
-- `payout_destination` after its start, those paid first first, because a first payment decides whose a destination is.
create table destination_backlog (
  member_id uuid not null references member (member_id),
  entry_id uuid not null default gen_random_uuid(),
  -- Where it is read from; null for a number without a withdrawal.
  withdrawal_id uuid,
  mpesa_number text,
  named_at timestamptz not null,
  paid_at timestamptz,
  primary key (member_id, entry_id),
  check ((withdrawal_id is null) <> (mpesa_number is null))
);
create index destination_backlog_paid on destination_backlog (paid_at, member_id, entry_id);

insert into destination_backlog (member_id, withdrawal_id, named_at, paid_at)
select member_id, (array_agg(withdrawal_id order by requested_at desc))[1], min(requested_at), min(paid_at)
from withdrawal
where coalesce(mpesa_number, account_number, paypal_email) <> 'erased'
group by member_id, method, mpesa_number, lower(bank_name), coalesce(account_number_hash::text, account_number), paypal_email;

insert into destination_backlog (member_id, mpesa_number, named_at)
select n.member_id, n.mpesa_number, n.created_at from payout_number n;

drop table payout_number;

alter table withdrawal
  -- Who received it by the provider's or the bank's own account, masked, and whether that is the member's name.
  add column receiver_name text,
  add column receiver_name_matches boolean,
  add constraint withdrawal_receiver check ((receiver_name is null) = (receiver_name_matches is null));
