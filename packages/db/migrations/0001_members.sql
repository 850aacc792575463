-- Every table that grows with members leads its keys with member_id, so that the schema can be spread over several
-- servers by member. What must be unique across members lives in a small look-up table keyed by that value.

create table member (
  member_id uuid primary key default gen_random_uuid(),
  email text not null,
  first_name text not null,
  last_name text not null,
  country text not null,
  password_hash text not null,
  email_verified_at timestamptz,
  premium_until timestamptz,
  -- Set by an owner: this member may use the staff's side with his own token.
  admin_role text check (admin_role in ('owner', 'finance', 'content', 'analyst')),
  created_at timestamptz not null default now()
);

-- One address, one member. Stored in lower case.
create table email_owner (
  email text primary key check (email = lower(email)),
  member_id uuid not null
);

-- The token carries the member's id, so finding a session is one primary-key read on that member's server.
create table session (
  member_id uuid not null references member (member_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  address inet,
  user_agent text,
  primary key (member_id, token_hash)
);

create table one_time_link (
  member_id uuid not null references member (member_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('verify-email', 'sign-in', 'reset-password')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (member_id, token_hash)
);

create table staff (
  staff_id uuid primary key default gen_random_uuid(),
  username text not null unique check (username = lower(username)),
  password_hash text not null,
  role text not null check (role in ('owner', 'finance', 'content', 'analyst')),
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);

create table staff_session (
  staff_id uuid not null references staff (staff_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  address inet,
  user_agent text,
  primary key (staff_id, token_hash)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

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
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_change();
create trigger audit_entry_no_truncate before truncate on audit_entry
  for each statement execute function refuse_change();

-- Every rate, limit and reward; the newest version counts, the old ones say who changed what and why.
create table economy_version (
  version int generated always as identity primary key,
  record jsonb not null,
  changed_by text not null,
  reason text not null,
  created_at timestamptz not null default now()
);
create trigger economy_version_append_only before update or delete on economy_version
  for each row execute function refuse_change();
create trigger economy_version_no_truncate before truncate on economy_version
  for each statement execute function refuse_change();

-- The first answer to a caller's key, written in the same transaction as its effect.
create table idempotency_key (
  member_id uuid not null references member (member_id),
  operation text not null,
  key text not null,
  request_hash bytea not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  primary key (member_id, operation, key)
);

-- Mail that no server carries away: what /dev/mailbox shows.
create table captured_mail (
  mail_id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz not null default now()
);
-- Serves the mailbox of one address, newest first.
create index captured_mail_recipient on captured_mail (recipient, mail_id desc);
