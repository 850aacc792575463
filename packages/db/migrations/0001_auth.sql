-- auth: who a member is and how they sign in.
--
-- Every table that grows with members leads its keys with member_id, so that the schema can be distributed over several
-- servers by member. What must be unique across members is in a lookup table keyed by that value.
--
-- The server seals secrets with keys from its environment (docs/decisions/0068): 'sealed:1:KEY ID:TEXT'.

-- Ships with PostgreSQL; the owner of a database may add it. It lets search find any part of a name or a word.
create extension if not exists pg_trgm;

create table member (
  member_id uuid primary key default gen_random_uuid(),
  email text not null,
  first_name text not null,
  last_name text not null,
  country text not null,
  password_hash text not null,
  email_verified_at timestamptz,
  -- Someone else signed up with this address before it was verified. Opening the mailed link then asks for a new
  -- password, and neither of the two typed before counts.
  is_sign_up_contested boolean not null default false,
  -- Set by an owner: this member may use the staff screens with their own token.
  admin_role text check (admin_role in ('owner', 'finance', 'content', 'analyst')),
  premium_until timestamptz,
  -- The member asked not to be reminded to renew. What they have stays theirs until it ends.
  premium_cancelled_at timestamptz,
  -- The end of premium that the last reminder was about.
  premium_reminded_until timestamptz,
  created_at timestamptz not null default now(),
  -- Shown to the member. A suspended member cannot sign in and keeps their points.
  suspended_at timestamptz,
  suspension_reason text,
  -- The member asked to be deleted and may change their mind until then.
  deletion_due_at timestamptz,
  -- Their personal data is gone; the ledger keeps the id.
  erased_at timestamptz,
  constraint member_suspended check ((suspended_at is null) = (suspension_reason is null)),
  constraint member_erased_was_closing check (erased_at is null or deletion_due_at is not null),
  -- Even if the eraser forgets something, an erased member has no name, no address, no password and no rights.
  constraint member_erased_is_nobody check (
    erased_at is null or (
      email = 'erased-' || member_id::text || '@deleted.invalid' and first_name = 'Erased' and last_name = 'member'
      and country = '' and password_hash = '' and email_verified_at is null and premium_until is null
      and admin_role is null and coalesce(suspension_reason, 'erased') = 'erased'
    )
  )
);
-- The staff's search for any part of a name or an address.
create index member_search on member using gin ((lower(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);
-- The staff's list by age, in both directions, and its filters that leave few rows.
create index member_newest on member (created_at, member_id) where erased_at is null;
create index member_country on member (lower(country), created_at, member_id) where erased_at is null;
create index member_unverified on member (created_at, member_id) where email_verified_at is null and erased_at is null;
create index member_suspended on member (created_at, member_id) where suspended_at is not null;
create index member_admin on member (created_at, member_id) where admin_role is not null;
create index member_premium on member (premium_until) where premium_until is not null;
-- The sign-ups of a day: members erased since count too, and member_newest leaves them out.
create index member_created on member (created_at);
-- For the job that erases.
create index member_deletion_due on member (deletion_due_at) where deletion_due_at is not null and erased_at is null;

-- One address, one member. Stored in lower case.
create table email_owner (
  email text primary key check (email = lower(email)),
  member_id uuid not null,
  -- Not null: its member has left this address. Until then nobody else gets it, because the move can still be undone.
  reserved_until timestamptz
);

-- The token carries the member's id, so finding a session is one primary-key read on that member's server.
create table session (
  member_id uuid not null references member (member_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- The name of this session in the member's list of sessions. Useless as a credential.
  session_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- A session ends here, however busy it is.
  expires_at timestamptz not null default now() + interval '180 days',
  revoked_at timestamptz,
  -- Opened by a reset link: until then a new password needs no old one.
  password_reset_until timestamptz,
  address inet,
  user_agent text,
  stepped_up_at timestamptz,
  -- Of a member with an admin role: the last call that they made themselves since they gave their second factor.
  staff_seen_at timestamptz,
  primary key (member_id, token_hash),
  unique (member_id, session_id)
);
-- Members who signed in with the same browser from the same place: one of the reasons to review a withdrawal. A hash,
-- because the browser's name can be longer than an index takes.
create index session_device on session (address, md5(user_agent)) where address is not null and user_agent is not null;

-- Browsers that have logged in to an account. Their attempts are counted apart from those of strangers.
create table known_device (
  member_id uuid not null references member (member_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (member_id, token_hash)
);

create table one_time_link (
  member_id uuid not null references member (member_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('verify-email', 'sign-in', 'reset-password', 'change-email')),
  -- The address that this link proves.
  new_email text check (new_email = lower(new_email)),
  created_at timestamptz not null default now(),
  -- When the mail server accepted it. A link that was never mailed must not block the next one.
  mailed_at timestamptz,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (member_id, token_hash),
  constraint one_time_link_new_email check ((purpose = 'change-email') = (new_email is not null))
);

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
  constraint member_passkey_challenge_log_in_has_no_member check ((purpose = 'log-in') = (member_id is null)),
  constraint member_passkey_challenge_log_in_has_no_session check ((purpose = 'log-in') = (session_hash is null))
);
create index member_passkey_challenge_expires on member_passkey_challenge (expires_at);

-- A browser that had logged in to one account and then logged in to another.
create table shared_browser (
  member_id uuid not null references member (member_id),
  other_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (member_id, other_id),
  constraint shared_browser_two_members check (member_id <> other_id)
);
create index shared_browser_other on shared_browser (other_id);

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
  -- Requests contain account numbers, which a plain hash does not hide. Null: an earlier version's plain hash.
  request_key_id text check (request_key_id ~ '^[0-9a-f]{12}$'),
  primary key (caller_id, operation, key)
);
create index call_key_expires_at on call_key (expires_at);
create index call_key_plain on call_key (caller_id, operation, key) where request_key_id is null;

-- Attempts, counted before they are checked. `bucket` names a rule and the hash of who is counted.
create table throttle (
  bucket text primary key,
  hits int not null,
  -- The hits count until then.
  expires_at timestamptz not null,
  -- Every attempt is refused until then.
  blocked_until timestamptz not null
);
create index throttle_expired on throttle (expires_at);
