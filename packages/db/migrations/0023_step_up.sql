-- Critical calls need a fresh proof of who is at the keyboard: when this session last gave one.
alter table staff_session add column stepped_up_at timestamptz;
alter table session
  add column stepped_up_at timestamptz,
  -- Of a member with an admin role: the last call that they made themselves since they gave their second factor.
  add column staff_seen_at timestamptz;

-- Webhook staff.changed: a change that only owners may make.
alter table webhook_endpoint
  drop constraint webhook_endpoint_events_check,
  add constraint webhook_endpoint_events_check check (
    cardinality(events) between 1 and 4
    and events <@ array['withdrawal.paid', 'survey.completed', 'member.verified', 'staff.changed']
  );
alter table webhook_event
  drop constraint webhook_event_type_check,
  add constraint webhook_event_type_check
    check (type in ('withdrawal.paid', 'survey.completed', 'member.verified', 'staff.changed', 'webhook.test'));

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

-- The second factor of a member with an admin role. It opens the staff side only: the log-in to their own wallet takes none.
create table member_second_factor (
  member_id uuid primary key references member (member_id),
  secret text not null,
  -- Null until the first code has proved that the app has the secret.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was used: no code counts twice.
  last_step bigint not null default 0
);

create table member_recovery_code (
  member_id uuid not null references member (member_id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (member_id, code_hash)
);
