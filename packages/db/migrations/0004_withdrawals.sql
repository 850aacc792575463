create table withdrawal (
  member_id uuid not null references wallet (member_id),
  withdrawal_id uuid not null default gen_random_uuid(),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'paid')),
  points bigint not null check (points > 0),
  -- The rate and the amount are fixed when it is requested: a later change of the economy does not reach back.
  kes_per_point int not null check (kes_per_point > 0),
  amount_kes bigint not null,
  method text not null check (method in ('mpesa', 'bank')),
  mpesa_number text,
  bank_name text,
  account_number text,
  account_name text,
  payout_state text
    check (payout_state in ('manual', 'queued', 'sending', 'sent', 'unknown', 'needs_review', 'paid', 'failed')),
  requested_at timestamptz not null default now(),
  admin_comment text,
  processed_by text,
  processed_at timestamptz,
  receipt text,
  paid_at timestamptz,
  primary key (member_id, withdrawal_id),
  check (amount_kes = points * kes_per_point),
  check (method <> 'mpesa' or mpesa_number is not null),
  check (method <> 'bank' or (bank_name is not null and account_number is not null and account_name is not null)),
  check ((status = 'paid') = (paid_at is not null)),
  check (status <> 'paid' or (receipt is not null and payout_state = 'paid')),
  check (status <> 'pending' or payout_state is null),
  check (status <> 'approved' or (payout_state is not null and payout_state <> 'paid')),
  check (status <> 'rejected' or admin_comment is not null)
);
-- The staff's list, oldest first, and a withdrawal found by its id alone.
create index withdrawal_status_requested on withdrawal (status, requested_at, withdrawal_id);
create index withdrawal_requested on withdrawal (requested_at, withdrawal_id);
create index withdrawal_by_id on withdrawal (withdrawal_id);
-- A member's own history.
create index withdrawal_member_requested on withdrawal (member_id, requested_at desc, withdrawal_id);

create function guard_withdrawal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a withdrawal is never removed' using errcode = 'restrict_violation';
  end if;
  if old.status in ('rejected', 'paid') then
    raise exception 'a % withdrawal is final', old.status using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (
    ('pending', 'pending'), ('pending', 'approved'), ('pending', 'rejected'),
    ('approved', 'approved'), ('approved', 'paid'), ('approved', 'rejected')
  ) then
    raise exception 'a withdrawal cannot go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if (new.points, new.amount_kes, new.method, new.mpesa_number, new.account_number)
    is distinct from (old.points, old.amount_kes, old.method, old.mpesa_number, old.account_number) then
    raise exception 'what was requested cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_guard before update or delete on withdrawal
  for each row execute function guard_withdrawal();

-- One M-Pesa number belongs to one member.
create table payout_number (
  mpesa_number text primary key check (mpesa_number ~ '^254[17][0-9]{8}$'),
  member_id uuid not null,
  created_at timestamptz not null default now()
);

-- Each try to send one withdrawal's money. Written and committed before anything is sent.
create table payout_attempt (
  member_id uuid not null,
  withdrawal_id uuid not null,
  attempt_no int not null check (attempt_no > 0),
  provider text not null,
  -- prepared: nothing was sent yet, provably. sending: it may have been. sent: the provider said that it took it.
  state text not null default 'prepared'
    check (state in ('prepared', 'sending', 'sent', 'unknown', 'needs_review', 'paid', 'failed', 'not_sent')),
  -- The provider refuses a second payment under the same id: the last guard against paying twice.
  originator_conversation_id text not null check (originator_conversation_id ~ '^[A-Za-z0-9_-]{1,20}$'),
  amount_kes bigint not null,
  mpesa_number text not null,
  conversation_id text,
  receipt text,
  result_code text,
  result_description text,
  -- While a worker holds the attempt. Past this a `sending` attempt's worker is dead, and its outcome unknown.
  lease_until timestamptz,
  checks int not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (member_id, withdrawal_id, attempt_no),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id),
  check (state <> 'paid' or receipt is not null)
);
-- A new attempt is possible only after the last one definitely failed or was never sent.
create unique index payout_attempt_one_open on payout_attempt (member_id, withdrawal_id)
  where state not in ('failed', 'not_sent');
-- What the sweeper looks for.
create index payout_attempt_due on payout_attempt (next_check_at)
  where state in ('prepared', 'sending', 'sent', 'unknown');

-- Every value by which a call-back may name an attempt, and every receipt: unique across members.
create table payout_reference (
  kind text not null check (kind in ('result-token', 'timeout-token', 'query-token', 'originator', 'conversation', 'receipt')),
  value text not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  attempt_no int,
  created_at timestamptz not null default now(),
  primary key (kind, value)
);

-- What the provider told us, as it came, before anything is made of it.
create table payout_callback (
  callback_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('result', 'timeout', 'query')),
  token_hash text not null,
  body bytea not null,
  body_hash bytea not null,
  address inet,
  received_at timestamptz not null default now(),
  -- The provider repeats itself; the same words to the same address are one message.
  unique (kind, token_hash, body_hash)
);
create trigger payout_callback_append_only before update or delete on payout_callback
  for each row execute function refuse_change();

-- What was made of it; written with it, and filled in once it was processed.
create table payout_callback_outcome (
  callback_id uuid primary key references payout_callback (callback_id),
  outcome text,
  detail text not null default '',
  -- When the sweeper gives it another job, should the first be lost.
  due_at timestamptz not null,
  processed_at timestamptz,
  check ((outcome is null) = (processed_at is null))
);
create index payout_callback_waiting on payout_callback_outcome (due_at) where outcome is null;
