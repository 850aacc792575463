-- Passkeys of members: a log-in without a password and, for members with an admin role, a second factor.
create table member_passkey (
  member_id uuid not null references member (member_id),
  -- Unique for its member only: several servers cannot enforce more, and a log-in names the member.
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  passkey_id uuid not null default gen_random_uuid(),
  -- A COSE key, as the authenticator sent it.
  public_key bytea not null,
  -- Of the last use. 0: the authenticator keeps none.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (member_id, credential_id),
  unique (member_id, passkey_id)
);

-- What an authenticator has to sign. A row is deleted by the first answer to it.
create table member_passkey_challenge (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  -- Null: a log-in, before which nobody says who they are.
  member_id uuid,
  session_hash bytea check (octet_length(session_hash) = 32),
  purpose text not null check (purpose in ('register', 'log-in', 'step-up')),
  expires_at timestamptz not null,
  check ((purpose = 'log-in') = (member_id is null)),
  check ((purpose = 'log-in') = (session_hash is null))
);
create index member_passkey_challenge_expires on member_passkey_challenge (expires_at);
