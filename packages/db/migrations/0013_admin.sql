-- admin: staff's accounts, keys, the audit log, the economy record, and the figures of the business.

create table staff (
  staff_id uuid primary key default gen_random_uuid(),
  username text not null unique check (username = lower(username)),
  password_hash text not null,
  role text not null check (role in ('owner', 'finance', 'content', 'analyst')),
  -- Set with a generated password, which must be replaced by then.
  password_expires_at timestamptz,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

create table staff_session (
  staff_id uuid not null references staff (staff_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  session_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  address inet,
  user_agent text,
  primary key (staff_id, token_hash),
  unique (staff_id, session_id)
);

create table staff_second_factor (
  staff_id uuid primary key references staff (staff_id),
  -- Base32, as authenticator apps expect.
  secret text not null,
  -- Null until the first code has proved that the app has the secret.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was used: no code counts twice.
  last_step bigint not null default 0
);

create table staff_recovery_code (
  staff_id uuid not null references staff (staff_id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

create table api_key (
  key_id uuid primary key default gen_random_uuid(),
  name text not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  permissions text[] not null check (cardinality(permissions) > 0),
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_address inet,
  -- No key may create keys or accounts, which would outlive the key.
  check (not permissions && array['staff:manage', 'keys:manage']),
  -- Forgotten keys expire.
  check (expires_at <= created_at + interval '366 days')
);
-- The audit log identifies a key by its name.
create unique index api_key_name on api_key (lower(name));

-- A call with an Idempotency-Key takes effect once: a repeat finds the first answer here, written in the transaction of
-- the effect. Requests are kept as hashes.
create table call_key (
  -- A member's id, so that the key of a withdrawal is on the server of the wallet; otherwise a hash of the caller's name.
  caller_id uuid not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  -- Null only while the first call is running.
  answer jsonb,
  -- Null: kept as long as the account.
  expires_at timestamptz,
  primary key (caller_id, operation, key)
);
create index call_key_expires_at on call_key (expires_at);

create table audit_entry (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  address inet
);
-- The audit log, newest first: all entries, by actor, by action and by subject, each also between two days.
create index audit_entry_newest on audit_entry (at desc, entry_id desc);
create index audit_entry_by_actor on audit_entry (actor, at desc, entry_id desc);
create index audit_entry_by_action on audit_entry (action, at desc, entry_id desc);
create index audit_entry_by_subject on audit_entry (subject, at desc, entry_id desc);
-- For the daily reconciliation.
create index audit_entry_contradiction on audit_entry (at) where action = 'payout.contradiction';
-- Erasing a member removes texts about them (guard_audit_entry); who did what to whom and when stays.
revoke update, delete, truncate on audit_entry from public, current_user;
grant update (before, after, reason, address) on audit_entry to current_user;

-- Every rate, limit and reward. The newest version counts; older ones show who changed what and why.
create table economy_version (
  version int generated always as identity primary key,
  record jsonb not null,
  -- The version that this one was made from, 0 for the first. Of two people who save at once, both
  -- having read the same version, one is refused.
  follows int unique,
  changed_by text not null,
  reason text not null,
  created_at timestamptz not null default now()
);
revoke update, delete, truncate on economy_version from public, current_user;

-- The figures of the dashboard, counted by a job every few minutes. Triggers would make every sign-up and every posting
-- queue for the same few rows, and who was active in the last 30 days changes while nothing happens. One row with the
-- time of the count is correct, and cheap to read.
create table staff_figures (
  is_only boolean primary key default true check (is_only),
  total_users bigint not null,
  total_surveys bigint not null,
  total_earnings numeric(18, 2) not null,
  active_users bigint not null,
  surveys_completed bigint not null,
  counted_at timestamptz not null
);

-- The figures of the business by day. A finished day is counted once and kept: a chart of a year reads a few
-- thousand small rows, however many postings there were. Each day starts at the end of the previous one: a change of the
-- time zone neither loses a row nor counts one twice.
create table figure_day (
  day date primary key,
  ends_at timestamptz not null unique,
  counted_at timestamptz not null default clock_timestamp()
);

-- By name first: sums of one figure over all days are read most.
create table daily_figure (
  name text not null check (name ~ '^[a-z-]+(:[a-z-]+)?$'),
  day date not null references figure_day (day),
  value bigint not null,
  primary key (name, day)
);

create table daily_offer_figure (
  survey_id uuid not null references survey (survey_id),
  day date not null references figure_day (day),
  clicks bigint not null check (clicks >= 0),
  started bigint not null check (started >= 0),
  completed bigint not null check (completed >= 0),
  credited bigint not null check (credited >= 0),
  primary key (survey_id, day)
);

-- Page views of people who agreed to be counted. It identifies no one: a day, a route, a number. Several
-- rows for each page, so that people who open one at the same moment do not wait for each other.
create table page_view (
  day date not null,
  -- `/survey/$surveyId`, never the address itself.
  route text not null check (route ~ '^/[A-Za-z0-9$/_-]{0,59}$'),
  shard smallint not null check (shard between 0 and 7),
  views bigint not null check (views > 0),
  primary key (day, route, shard)
) with (fillfactor = 50);

-- The functions and triggers of packages/db/functions as they were last applied. A migration that drops one of them, to
-- change a column that it uses, removes its row here too, and it is created again.
create table applied_function (
  -- A function's name, or `<trigger> on <table>`.
  name text primary key,
  -- SHA-256 of its statement.
  hash text not null
);
