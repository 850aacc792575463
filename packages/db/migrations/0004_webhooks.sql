-- webhooks: what the operator's other systems are told.

-- webhooks: events for the operator's other programs.
create table webhook_endpoint (
  endpoint_id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  url text not null check (char_length(url) <= 2048),
  -- Not hashed, because it signs every message. The previous secret signs too until it expires.
  secret text not null check (secret ~ '^(sealed:1:.+|whsec_[A-Za-z0-9+/]{32,88}={0,2})$'),
  former_secret text,
  former_secret_until timestamptz,
  events text[] not null check (
    cardinality(events) between 1 and 5
    and events <@ array['withdrawal.paid', 'survey.completed', 'member.verified', 'staff.changed', 'books.root']
  ),
  is_active boolean not null default true,
  -- Why it was switched off automatically.
  disabled_reason text check (char_length(disabled_reason) <= 300),
  -- The first failed call since the last success.
  failing_since timestamptz,
  version int not null default 1 check (version > 0),
  created_by text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  constraint webhook_endpoint_former_secret_ends check ((former_secret is null) = (former_secret_until is null)),
  constraint webhook_endpoint_active check (not (is_active and (retired_at is not null or disabled_reason is not null)))
);
create index webhook_endpoint_newest on webhook_endpoint (created_at desc, endpoint_id desc);

-- Events. Written by the statement that causes them, and only if an endpoint wants them.
create table webhook_event (
  event_id uuid primary key default gen_random_uuid(),
  type text not null check (
    type in ('withdrawal.paid', 'survey.completed', 'member.verified', 'staff.changed', 'books.root', 'webhook.test')
  ),
  -- One cause makes one event.
  source_key text not null unique,
  data jsonb not null,
  occurred_at timestamptz not null default now()
);
create index webhook_event_occurred on webhook_event (occurred_at);

create table webhook_delivery (
  delivery_id uuid primary key default gen_random_uuid(),
  event_id uuid not null references webhook_event (event_id),
  endpoint_id uuid not null references webhook_endpoint (endpoint_id),
  -- Set when staff replay it.
  replay_of uuid references webhook_delivery (delivery_id) on delete set null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- Each is counted before it is made.
  attempts int not null default 0 check (attempts >= 0),
  -- While a worker sends: the end of its lease.
  next_attempt_at timestamptz not null default now(),
  last_status int,
  -- The beginning of the response.
  last_answer text check (char_length(last_answer) <= 1000),
  last_error text check (char_length(last_error) <= 300),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint webhook_delivery_settled_at_of_state check ((state = 'pending') = (settled_at is null)),
  constraint webhook_delivery_failed_has_an_error check (state <> 'failed' or last_error is not null)
);
-- An event is pending for an endpoint at most once, however often it is replayed.
create unique index webhook_delivery_pending on webhook_delivery (endpoint_id, event_id) where state = 'pending';
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_attempt_at) where state = 'pending';
-- The staff's list: all of it, of one endpoint, of one state, of both.
create index webhook_delivery_newest on webhook_delivery (created_at desc, delivery_id desc);
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, created_at desc, delivery_id desc);
create index webhook_delivery_state on webhook_delivery (state, created_at desc, delivery_id desc);
create index webhook_delivery_of_endpoint_state
  on webhook_delivery (endpoint_id, state, created_at desc, delivery_id desc);
-- Other deliveries of an event, and replays of a delivery.
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_replay on webhook_delivery (replay_of) where replay_of is not null;
