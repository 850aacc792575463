-- What other programs of the operator are told of, as it happens.

create table webhook_endpoint (
  endpoint_id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  url text not null check (char_length(url) <= 2048),
  -- As it is, for every message is signed with it. The one before it signs too until its time is over.
  secret text not null check (secret ~ '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$'),
  former_secret text,
  former_secret_until timestamptz,
  events text[] not null check (
    cardinality(events) between 1 and 3
    and events <@ array['withdrawal.paid', 'survey.completed', 'member.verified']
  ),
  is_active boolean not null default true,
  -- Why the program itself switched it off.
  disabled_reason text check (char_length(disabled_reason) <= 300),
  -- Of the first call that failed since one last arrived.
  failing_since timestamptz,
  version int not null default 1 check (version > 0),
  created_by text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  check ((former_secret is null) = (former_secret_until is null)),
  check (not (is_active and (retired_at is not null or disabled_reason is not null)))
);
create index webhook_endpoint_newest on webhook_endpoint (created_at desc, endpoint_id desc);

-- What happened. Written by the statement that makes it so, and only if somebody wants to know.
create table webhook_event (
  event_id uuid primary key default gen_random_uuid(),
  type text not null check (type in ('withdrawal.paid', 'survey.completed', 'member.verified', 'webhook.test')),
  -- What happens once is told of once.
  source_key text not null unique,
  data jsonb not null,
  occurred_at timestamptz not null default now()
);
create index webhook_event_occurred on webhook_event (occurred_at);

create table webhook_delivery (
  delivery_id uuid primary key default gen_random_uuid(),
  event_id uuid not null references webhook_event (event_id),
  endpoint_id uuid not null references webhook_endpoint (endpoint_id),
  -- Set by a person who has it sent again.
  replay_of uuid references webhook_delivery (delivery_id) on delete set null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- Counted before each is made.
  attempts int not null default 0 check (attempts >= 0),
  -- While a worker sends, until when nobody else does.
  next_attempt_at timestamptz not null default now(),
  last_status int,
  -- How the answer began.
  last_answer text check (char_length(last_answer) <= 1000),
  last_error text check (char_length(last_error) <= 300),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((state = 'pending') = (settled_at is null)),
  check (state <> 'failed' or last_error is not null)
);
-- One event is on its way to one endpoint once, whoever replays it.
create unique index webhook_delivery_pending on webhook_delivery (endpoint_id, event_id) where state = 'pending';
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_attempt_at) where state = 'pending';
-- The staff's list: all of it, of one endpoint, of one state, of both.
create index webhook_delivery_newest on webhook_delivery (created_at desc, delivery_id desc);
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, created_at desc, delivery_id desc);
create index webhook_delivery_state on webhook_delivery (state, created_at desc, delivery_id desc);
create index webhook_delivery_of_endpoint_state
  on webhook_delivery (endpoint_id, state, created_at desc, delivery_id desc);
-- What else became of one event, and what a delivery was replayed by.
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_replay on webhook_delivery (replay_of) where replay_of is not null;

-- What was told is not retold otherwise. It leaves when it is old enough that nobody replays it any more.
create function guard_webhook_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.occurred_at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'webhook_event rows are never changed' using errcode = 'restrict_violation';
end $$;
create trigger webhook_event_append_only before update or delete on webhook_event
  for each row execute function guard_webhook_event();

-- What arrived has arrived; what was given up may still turn out to have arrived.
create function guard_webhook_delivery() returns trigger language plpgsql as $$
begin
  if old.state = 'delivered' or (old.state = 'failed' and new.state = 'pending') then
    raise exception 'a delivery cannot go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger webhook_delivery_guard before update of state on webhook_delivery
  for each row execute function guard_webhook_delivery();

create function webhook_moment(moment timestamptz) returns text language sql stable
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- A commit that tells of nothing reads a table of a few rows and writes none.
create function tell_webhooks(happened text, source text, told jsonb) returns void language sql
begin atomic
  with wanting as (
    select endpoint_id from webhook_endpoint where is_active and happened = any(events)
  ), event as (
    insert into webhook_event (type, source_key, data)
    select happened, happened || ':' || source, told where exists (select from wanting)
    on conflict (source_key) do nothing
    returning event_id
  )
  insert into webhook_delivery (event_id, endpoint_id)
  select event.event_id, wanting.endpoint_id from event, wanting order by wanting.endpoint_id;
end;

-- Triggers, and not calls beside each change: whatever pays, completes or verifies, it is told of in the same transaction.
-- Ids, amounts and times. Whoever needs more may ask for it by the id.
create function tell_withdrawal_paid() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('withdrawal.paid', new.withdrawal_id::text, jsonb_build_object(
    'withdrawalId', new.withdrawal_id, 'memberId', new.member_id, 'method', new.method, 'points', new.points,
    'amountKes', new.amount_kes, 'taxKes', new.tax_kes, 'payoutKes', new.payout_kes,
    'requestedAt', webhook_moment(new.requested_at), 'paidAt', webhook_moment(new.paid_at)
  ));
  return null;
end $$;
create trigger withdrawal_paid_told after update of status on withdrawal
  for each row when (new.status = 'paid' and old.status <> 'paid') execute function tell_withdrawal_paid();

create function tell_survey_completed() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('survey.completed', new.attempt_id::text, jsonb_build_object(
    'attemptId', new.attempt_id, 'surveyId', new.survey_id, 'memberId', new.member_id,
    'rewardPoints', new.reward_points,
    'startedAt', webhook_moment(new.started_at), 'completedAt', webhook_moment(new.completed_at)
  ));
  return null;
end $$;
create trigger survey_completed_told after update of status on survey_attempt
  for each row when (new.status = 'completed' and old.status <> 'completed')
  execute function tell_survey_completed();

create function tell_member_verified() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('member.verified', new.member_id::text, jsonb_build_object(
    'memberId', new.member_id, 'verifiedAt', webhook_moment(new.email_verified_at)
  ));
  return null;
end $$;
create trigger member_verified_told after update of email_verified_at on member
  for each row when (old.email_verified_at is null and new.email_verified_at is not null)
  execute function tell_member_verified();
