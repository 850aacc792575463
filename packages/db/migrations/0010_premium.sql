-- premium: who has it, for how long and why, and members' payments for it.

-- Every change of member.premium_until: the reasons why a member has premium, or not.
create table premium_grant (
  member_id uuid not null references member (member_id),
  grant_id uuid not null default gen_random_uuid(),
  -- The cause. The same cause never counts twice.
  source_key text not null,
  kind text not null check (kind in ('staff', 'payment', 'end')),
  months int not null check (months between 0 and 24),
  premium_until timestamptz not null,
  reason text not null,
  actor text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (member_id, grant_id),
  unique (member_id, source_key),
  constraint premium_grant_months check ((kind = 'end') = (months = 0))
);

-- A payment requested on a member's phone, for premium.
create table premium_payment (
  member_id uuid not null references member (member_id),
  payment_id uuid not null default gen_random_uuid(),
  -- asked: provably nothing was sent yet. sending: it may have been. waiting: the prompt is on its way to the phone.
  -- unknown: it may be. expired: no answer in time, but a late success still counts. review: staff decide.
  state text not null default 'asked'
    check (state in ('asked', 'sending', 'waiting', 'unknown', 'expired', 'paid', 'failed', 'review', 'closed')),
  provider text not null,
  mpesa_number text not null,
  months int not null check (months between 1 and 12),
  amount_kes bigint not null check (amount_kes > 0),
  account_reference text not null,
  checkout_request_id text,
  result_code text,
  result_description text,
  -- Reported by a callback, which grants nothing: only the provider's answer to our own query does.
  reported_kes numeric(12, 2),
  receipt text,
  checks int not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  decided_by text,
  decision_note text,
  primary key (member_id, payment_id),
  constraint premium_payment_settled_at check ((state in ('paid', 'closed')) = (settled_at is not null)),
  constraint premium_payment_decided check ((decided_by is null) = (decision_note is null))
);
-- A second tap finds the first one's payment.
create unique index premium_payment_one_open on premium_payment (member_id)
  where state in ('asked', 'sending', 'waiting', 'unknown');
create index premium_payment_due on premium_payment (next_check_at) where next_check_at is not null;
create index premium_payment_by_id on premium_payment (payment_id);
-- The staff's list, oldest first: all payments, and those of one state.
create index premium_payment_oldest on premium_payment (created_at, payment_id);
create index premium_payment_state on premium_payment (state, created_at, payment_id);

-- Every value by which a callback may name a payment, and every receipt: unique across members.
create table premium_reference (
  kind text not null check (kind in ('callback-token', 'checkout', 'receipt')),
  value text not null,
  member_id uuid not null,
  payment_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (kind, value)
);
create index premium_reference_member on premium_reference (member_id);

-- The provider's callbacks, unchanged.
create table premium_callback (
  callback_id uuid primary key default gen_random_uuid(),
  token_hash text not null,
  body bytea not null,
  body_hash bytea not null,
  address inet,
  received_at timestamptz not null default now()
);
create index premium_callback_oldest on premium_callback (received_at);

-- The provider repeats itself: the same bytes to the same URL are one callback. Written before the callback, in its
-- transaction: of two that arrive at once the second waits here, and finds the first.
create table premium_callback_word (
  token_hash text not null,
  body_hash bytea not null,
  said_at timestamptz not null default clock_timestamp(),
  primary key (token_hash, body_hash)
);
