-- The first moment of a business day, in the time zone that `business_day` reads.
create function business_day_start(day date) returns timestamptz language sql stable
return day::timestamp at time zone coalesce(
  (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
);

-- Whether payments leave through a provider, and why not. Whoever sends holds the row while he decides: after a stop has
-- committed nothing more leaves, and sums against a limit are true.
create table payout_queue (
  provider text primary key check (provider <> ''),
  is_stopped boolean not null default false,
  reason text check (reason <> ''),
  -- What the provider answered; null when a person stopped it.
  code text,
  since timestamptz,
  stopped_by text,
  check (is_stopped = (reason is not null)),
  check (is_stopped = (since is not null)),
  check (is_stopped = (stopped_by is not null)),
  check (is_stopped or code is null)
);

-- When the money may have left: what the day's limits and the float count. Null while it provably has not.
alter table payout_attempt add column sending_at timestamptz;
update payout_attempt set sending_at = created_at where state not in ('prepared', 'not_sent');
alter table payout_attempt add check (state not in ('sending', 'sent', 'unknown', 'paid') or sending_at is not null);
create index payout_attempt_sending on payout_attempt (sending_at);

-- Why a queued payout does not leave yet, and when it is looked at again. Its member reads it.
alter table withdrawal
  add column wait_reason text check (wait_reason in ('daily-limit', 'member-daily-limit', 'low-float', 'busy')),
  add column waits_until timestamptz,
  add check ((wait_reason is null) = (waits_until is null)),
  add check (wait_reason is null or payout_state = 'queued');
create index withdrawal_waiting on withdrawal (wait_reason) where wait_reason is not null;
-- What the staff's file of payments by hand lists, oldest first.
create index withdrawal_by_hand on withdrawal (requested_at, withdrawal_id) where payout_state = 'manual';

-- The provider's answer to what we have there. `asked_at` and not the moment of the answer: a payment sent in between is
-- counted against it, whether or not it is in it already.
create table payout_float (
  provider text primary key check (provider <> ''),
  available_kes numeric(16, 2) not null,
  asked_at timestamptz not null,
  -- Staff were told. Once, until there is enough again.
  is_low boolean not null default false
);
create table payout_float_query (
  token_hash text primary key,
  provider text not null,
  asked_at timestamptz not null default clock_timestamp()
);

-- What comes from an address that is not the provider's is kept, and believed only as far as a status query confirms it.
-- The same words from the right address are another message.
alter table payout_callback
  drop constraint payout_callback_kind_check,
  add constraint payout_callback_kind_check check (kind in ('result', 'timeout', 'query', 'balance')),
  add column is_from_provider boolean not null default true,
  drop constraint payout_callback_kind_token_hash_body_hash_key,
  add constraint payout_callback_once unique (kind, token_hash, body_hash, is_from_provider);

-- The provider's access token for all processes: a new one revokes the one before, so that one process at a time asks, and
-- outside of any transaction. `lease_until` ends the turn of one that died. A crash may empty it: then one is asked for.
create unlogged table provider_token (
  provider text primary key,
  token text,
  renew_at timestamptz,
  -- Counts the turns; `failure` is what the last one came to when it brought no token.
  turn bigint not null default 0,
  lease_until timestamptz,
  failure jsonb,
  check ((token is null) = (renew_at is null))
);
