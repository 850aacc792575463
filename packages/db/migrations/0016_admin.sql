-- admin: staff, keys, approvals, the audit log, the economy, figures, and the set-up of a new installation.

-- A person acts, not an account: rules that need somebody else compare the people behind two accounts.
create table person (
  person_id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now()
);

-- Members' accounts of staff: those with admin rights, and others that an owner has named. Kept after a member is erased:
-- it contains nothing but ids.
create table person_member (
  member_id uuid primary key,
  person_id uuid not null references person (person_id)
);
create index person_member_person on person_member (person_id);

create table staff (
  staff_id uuid primary key default gen_random_uuid(),
  username text not null unique check (username = lower(username)),
  password_hash text not null,
  role text not null check (role in ('owner', 'finance', 'content', 'analyst')),
  -- Set with a generated password, which must be replaced by then.
  password_expires_at timestamptz,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  person_id uuid not null references person (person_id),
  -- Where news for owners goes, and what an account's person is told. Null: nowhere.
  email text check (email = lower(email) and char_length(email) between 3 and 254)
);
create index staff_person on staff (person_id);

create table staff_session (
  staff_id uuid not null references staff (staff_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  session_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  address inet,
  user_agent text,
  -- Critical calls need a fresh proof of who is at the keyboard: when this session last gave one.
  stepped_up_at timestamptz,
  primary key (staff_id, token_hash),
  unique (staff_id, session_id)
);

create table staff_known_device (
  staff_id uuid not null references staff (staff_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (staff_id, token_hash)
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

-- Passkeys: a second factor that no page but ours can ask for.
create table staff_passkey (
  staff_id uuid not null references staff (staff_id),
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  passkey_id uuid not null default gen_random_uuid(),
  -- A COSE key, as the authenticator sent it.
  public_key bytea not null,
  -- Of the last use. 0: the authenticator keeps none.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (staff_id, credential_id),
  unique (staff_id, passkey_id)
);

-- What an authenticator has to sign. A row is deleted by the first answer to it.
create table staff_passkey_challenge (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  staff_id uuid not null references staff (staff_id),
  -- Null: a log-in, which has no session yet.
  session_hash bytea check (octet_length(session_hash) = 32),
  purpose text not null check (purpose in ('register', 'log-in', 'step-up')),
  expires_at timestamptz not null
);
create index staff_passkey_challenge_of on staff_passkey_challenge (staff_id, expires_at);

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
  -- The account whose rights a key has at most.
  owner_staff_id uuid references staff (staff_id),
  owner_member_id uuid,
  -- Null: from everywhere.
  networks inet[] check (cardinality(networks) > 0),
  -- A key that was in a restored backup opens nothing until an owner turns it on again: it may have been revoked since.
  restored_at timestamptz,
  -- No key may create keys or accounts, which would outlive the key.
  constraint api_key_never_makes_staff check (not permissions && array['staff:manage', 'keys:manage']),
  -- Forgotten keys expire.
  constraint api_key_ends_within_a_year check (expires_at <= created_at + interval '366 days'),
  constraint api_key_owner check (revoked_at is not null or num_nonnulls(owner_staff_id, owner_member_id) = 1),
  constraint api_key_economy_is_not_for_keys
    check (revoked_at is not null or not permissions && array['economy:manage', 'partners:manage']),
  -- A key that makes points and pays them out would be a second pair of eyes for nobody.
  constraint api_key_mints_or_pays check (revoked_at is not null
    or not permissions && array['withdrawals:decide', 'payouts:manage']
    or not permissions && array[
      'members:edit', 'premium:grant', 'offers:manage', 'catalogue:manage', 'claims:decide', 'proofs:decide'
    ])
);
-- The audit log identifies a key by its name.
create unique index api_key_name on api_key (lower(name));
create index api_key_of_staff on api_key (owner_staff_id) where revoked_at is null;
create index api_key_of_member on api_key (owner_member_id) where revoked_at is null;

-- A change above a limit waits for a second person.
create table approval_request (
  approval_id uuid primary key default gen_random_uuid(),
  -- The use case that runs once it is approved.
  kind text not null check (char_length(kind) between 1 and 60),
  -- What it is about, as in the audit log.
  subject text not null,
  -- The exact input of the use case. Secrets within are sealed, and count for the hash as they were given.
  payload jsonb not null,
  payload_hash bytea not null check (octet_length(payload_hash) = 32),
  -- For the people who decide. If `before` is no longer true, the request is outdated.
  before jsonb,
  after jsonb,
  amount_kes bigint check (amount_kes >= 0),
  requested_by text not null,
  requester_id uuid not null references person (person_id),
  address inet,
  reason text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set where nobody else could approve it: when it runs unless someone stops it.
  runs_at timestamptz constraint approval_request_runs_before_it_expires check (runs_at < expires_at),
  state text not null default 'waiting'
    check (state in ('waiting', 'executed', 'refused', 'withdrawn', 'expired', 'outdated')),
  decided_by text,
  decided_at timestamptz,
  note text,
  constraint approval_request_decided check (num_nonnulls(decided_by, decided_at) = case state when 'waiting' then 0 else 2 end)
);
-- Asking again finds the request that waits.
create unique index approval_request_waiting on approval_request (kind, subject, payload_hash) where state = 'waiting';
create index approval_request_since on approval_request (created_at) where state = 'waiting';
create index approval_request_newest on approval_request (created_at desc, approval_id desc);
create index approval_request_by_subject on approval_request (subject);

create table audit_entry (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  address inet,
  -- Null: the system, a member, or an entry from before people were known.
  person_id uuid
);
-- The audit log, newest first: all entries, by actor, by action and by subject, each also between two days.
create index audit_entry_newest on audit_entry (at desc, entry_id desc);
create index audit_entry_by_actor on audit_entry (actor, at desc, entry_id desc);
create index audit_entry_by_action on audit_entry (action, at desc, entry_id desc);
create index audit_entry_by_subject on audit_entry (subject, at desc, entry_id desc);
-- For the daily reconciliation.
create index audit_entry_contradiction on audit_entry (at) where action = 'payout.contradiction';
create index audit_entry_by_person on audit_entry (person_id, at desc, entry_id desc) where person_id is not null;
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
  created_at timestamptz not null default now(),
  -- economy presets: which preset a version was made from, and the assumptions it was computed with.
  -- 'own': an owner kept the numbers of the version before. Null: single numbers were edited, which is no choice.
  preset text check (preset in ('specified', 'sustainable', 'own')),
  assumptions jsonb,
  -- A choice can be explained later only with what it assumed.
  constraint economy_version_assumptions_check check ((preset is null) = (assumptions is null))
);
revoke update, delete, truncate on economy_version from public, current_user;

-- One row. Null: the setting of the environment counts.
create table product (
  is_only boolean primary key default true check (is_only),
  name text check (name <> ''),
  support_email text check (support_email <> ''),
  support_phone text check (support_phone <> ''),
  office_address text check (office_address <> ''),
  support_hours text[],
  -- Closed from the first set-up link until the set-up ends, and whenever an owner says so.
  is_sign_up_open boolean not null default true,
  -- What the landing page and /about claim: the operator's words by place. Null: the defaults count, samples on the demo and
  -- nothing elsewhere.
  figures jsonb check (jsonb_typeof(figures) = 'object')
);
insert into product default values;

-- One row, which serialises everything that ends or begins a set-up: two browsers never make two first owners.
create table set_up (
  is_only boolean primary key default true check (is_only),
  -- When the first link was issued, which closed sign-up. Never of an installation that has members already.
  begun_at timestamptz,
  -- The owner whom a link created. One at most, because the row is one and the link dies with it.
  owner_id uuid unique references staff (staff_id),
  done_steps text[] not null default '{}' check (done_steps <@ array['product', 'payouts', 'mail', 'economy']),
  finished_at timestamptz
);
insert into set_up default values;

-- Open links. Each start of a process without staff issues one, so several can be open until an owner exists.
create table set_up_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);

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

-- One alarm a cause at a time. A cause that comes back is a new alarm.
create table alarm (
  alarm_id uuid primary key default gen_random_uuid(),
  cause text not null check (cause in (
    'books-damaged', 'money-differs', 'books-differ', 'tax-overdue', 'statement-missing', 'night-missed', 'callbacks-waiting',
    'float-short', 'mails-waiting'
  )),
  raised_at timestamptz not null default clock_timestamp(),
  cleared_at timestamptz,
  acknowledged_by text,
  acknowledged_at timestamptz,
  -- An alarm keeps figures, not a sentence: the page that shows it writes the sentence, in the reader's language. Which
  -- figures there are depends on the cause. Never a person. What earlier alarms said goes; their cause and times stay.
  figures jsonb not null
    check (jsonb_typeof(figures) = 'object' and char_length(figures::text) <= 1000),
  constraint alarm_acknowledged check ((acknowledged_by is null) = (acknowledged_at is null))
);
create unique index alarm_open on alarm (cause) where cleared_at is null;
create index alarm_newest on alarm (raised_at desc);

-- What browsers report about our content security policy, counted by kind. Never an address with its parameters.
create table csp_report (
  directive text not null check (length(directive) between 1 and 60),
  -- Where the refused thing came from: an origin, or a keyword such as `inline`.
  blocked text not null check (length(blocked) between 1 and 200),
  -- The page's path, with `:id` for everything that identifies something.
  page text not null check (length(page) between 1 and 200),
  reports bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (directive, blocked, page)
);

-- The keys that secrets are sealed with. A server that lacks one of them does not start.
create table secret_key (
  key_id text primary key check (key_id ~ '^[0-9a-f]{12}$'),
  first_used_at timestamptz not null default now(),
  -- A key that nobody has any more. A server starts without it; what it sealed has to be given again (docs/operations.md).
  lost_at timestamptz
);

-- The oldest version that works with these tables, by its newest migration. A process of an earlier version starts beside
-- newer tables only if it is not older than this. A migration that an earlier version cannot work with writes its own name
-- here.
create table schema_floor (
  is_only boolean primary key default true check (is_only),
  migration text not null
);
insert into schema_floor (migration) values ('0016_admin');

-- The functions and triggers of packages/db/functions as they were last applied. A migration that drops one of them, to
-- change a column that it uses, removes its row here too, and it is created again.
create table applied_function (
  -- A function's name, or `<trigger> on <table>`.
  name text primary key,
  -- SHA-256 of its statement.
  hash text not null
);
