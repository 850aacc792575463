-- payouts: sending the money of withdrawals, and what stops it.

-- Each attempt to send a withdrawal's money. Committed before anything is sent.
create table payout_attempt (
  member_id uuid not null,
  withdrawal_id uuid not null,
  attempt_no int not null check (attempt_no > 0),
  provider text not null,
  -- prepared: provably nothing was sent yet. sending: it may have been. sent: the provider accepted it.
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
  -- While a worker holds the attempt. After it, the worker of a `sending` attempt is dead and the outcome unknown.
  lease_until timestamptz,
  checks int not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  -- When the money may have left: what the day's limits and the float count. Null while it provably has not.
  sending_at timestamptz,
  settled_at timestamptz,
  primary key (member_id, withdrawal_id, attempt_no),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id),
  check (state <> 'paid' or receipt is not null),
  check (state not in ('sending', 'sent', 'unknown', 'paid') or sending_at is not null)
);
-- A new attempt is possible only after the last one definitely failed or was never sent.
create unique index payout_attempt_one_open on payout_attempt (member_id, withdrawal_id)
  where state not in ('failed', 'not_sent');
-- For the sweep.
create index payout_attempt_due on payout_attempt (next_check_at)
  where state in ('prepared', 'sending', 'sent', 'unknown');
-- For the daily limits.
create index payout_attempt_sending on payout_attempt (sending_at);
-- For the daily reconciliation.
create index payout_attempt_receipt on payout_attempt (upper(receipt)) where receipt is not null;
create index payout_attempt_settled on payout_attempt (settled_at) where state = 'paid';
create index payout_attempt_unresolved on payout_attempt (created_at) where state in ('unknown', 'needs_review');

-- Every value by which a callback may name an attempt, and every receipt: unique across members.
create table payout_reference (
  kind text not null
    check (kind in ('result-token', 'timeout-token', 'query-token', 'originator', 'conversation', 'receipt')),
  value text not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  attempt_no int,
  created_at timestamptz not null default now(),
  primary key (kind, value)
);
-- From a member to the provider's callbacks about them.
create index payout_reference_member on payout_reference (member_id);

-- The provider's callbacks, unchanged, stored before they are processed.
create table payout_callback (
  callback_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('result', 'timeout', 'query', 'balance')),
  token_hash text not null,
  body bytea not null,
  body_hash bytea not null,
  address inet,
  -- False: it came from an address that is not the provider's, and counts only as far as a status query confirms
  -- it.
  is_from_provider boolean not null default true,
  received_at timestamptz not null default now()
);

-- The provider repeats itself: the same bytes to the same URL are one callback. Written before the callback, in its
-- transaction: of two that arrive at once the second waits here, and finds the first. The same bytes from the
-- right address are another callback.
create table payout_callback_word (
  token_hash text not null,
  kind text not null,
  body_hash bytea not null,
  is_from_provider boolean not null,
  said_at timestamptz not null default clock_timestamp(),
  primary key (token_hash, kind, body_hash, is_from_provider)
);

-- A callback's outcome; inserted with it, and filled in once it was processed.
create table payout_callback_outcome (
  callback_id uuid primary key references payout_callback (callback_id),
  outcome text,
  detail text not null default '',
  -- When the sweep gives it another job, in case the first was lost.
  due_at timestamptz not null,
  processed_at timestamptz,
  check ((outcome is null) = (processed_at is null))
);
create index payout_callback_waiting on payout_callback_outcome (due_at) where outcome is null;

-- Whether payments leave through a provider, and if not, why. A sender locks the row while it decides: after a stop has
-- committed nothing is sent, and sums against a limit are exact.
create table payout_queue (
  provider text primary key check (provider <> ''),
  is_stopped boolean not null default false,
  reason text check (reason <> ''),
  -- The provider's error; null when a person stopped it.
  code text,
  since timestamptz,
  stopped_by text,
  check (is_stopped = (reason is not null)),
  check (is_stopped = (since is not null)),
  check (is_stopped = (stopped_by is not null)),
  check (is_stopped or code is null)
);

-- Our balance at the provider. `asked_at` instead of the time of the answer: a payment sent in between
-- is counted against it, whether or not the answer includes it.
create table payout_float (
  provider text primary key check (provider <> ''),
  available_kes numeric(16, 2) not null,
  asked_at timestamptz not null,
  -- Staff were alerted: once, until there is enough again.
  is_low boolean not null default false
);
create table payout_float_query (
  token_hash text primary key,
  provider text not null,
  asked_at timestamptz not null default clock_timestamp()
);

-- The provider's access token for all processes: a new one revokes the previous one, so one process at a time requests one,
-- outside of any transaction. `lease_until` ends the turn of a process that died. A crash may empty the table.
create unlogged table provider_token (
  provider text primary key,
  token text,
  renew_at timestamptz,
  -- Counts the turns; `failure` is the outcome of the last one when it brought no token.
  turn bigint not null default 0,
  lease_until timestamptz,
  failure jsonb,
  check ((token is null) = (renew_at is null))
);

-- A pause of a member's payouts: why, who decided, the member's appeal, and how it ended. Nothing is taken
-- from them, and they continue to earn.
create table payout_pause (
  member_id uuid not null references member (member_id),
  pause_id uuid not null default gen_random_uuid(),
  -- The member reads everything that is written here.
  reason text not null check (reason <> ''),
  paused_by text not null,
  paused_at timestamptz not null default clock_timestamp(),
  appeal text check (appeal <> ''),
  appealed_at timestamptz,
  appeal_answer text check (appeal_answer <> ''),
  answered_by text,
  answered_at timestamptz,
  lift_reason text check (lift_reason <> ''),
  lifted_by text,
  lifted_at timestamptz,
  primary key (member_id, pause_id),
  check ((appeal is null) = (appealed_at is null)),
  check ((appeal_answer is null) = (answered_by is null) and (appeal_answer is null) = (answered_at is null)),
  check (appeal_answer is null or appeal is not null),
  check ((lift_reason is null) = (lifted_by is null) and (lift_reason is null) = (lifted_at is null))
);
-- One open pause for each member.
create unique index payout_pause_open on payout_pause (member_id) where lifted_at is null;
-- The staff's lists: the appeals that wait for an answer, and all pauses.
create index payout_pause_appeal on payout_pause (paused_at, pause_id)
  where appealed_at is not null and answered_at is null and lifted_at is null;
create index payout_pause_by_time on payout_pause (paused_at, pause_id);
