-- Who somebody is, over time: suspended, leaving, gone.
alter table member
  -- Shown to the member. A suspended member signs in nowhere; his points stay his.
  add column suspended_at timestamptz,
  add column suspension_reason text,
  -- He asked to be deleted: until then he may change his mind.
  add column deletion_due_at timestamptz,
  -- Everything that names him is gone; the ledger keeps the number.
  add column erased_at timestamptz,
  add check ((suspended_at is null) = (suspension_reason is null)),
  add check (erased_at is null or deletion_due_at is not null);
-- What the job that erases looks for.
create index member_deletion_due on member (deletion_due_at) where deletion_due_at is not null and erased_at is null;

alter table session
  -- What the member's list of sessions calls it. Useless as a credential.
  add column session_id uuid not null default gen_random_uuid(),
  -- However busy it is, a session ends here.
  add column expires_at timestamptz not null default now() + interval '180 days',
  -- Opened by a reset link: for so long a new password needs no old one.
  add column password_reset_until timestamptz,
  add unique (member_id, session_id);

alter table staff_session
  add column session_id uuid not null default gen_random_uuid(),
  add column last_seen_at timestamptz not null default now(),
  add unique (staff_id, session_id);

alter table one_time_link
  drop constraint one_time_link_purpose_check,
  add constraint one_time_link_purpose_check
    check (purpose in ('verify-email', 'sign-in', 'reset-password', 'change-email')),
  -- The address that this link proves.
  add column new_email text check (new_email = lower(new_email)),
  add check ((purpose = 'change-email') = (new_email is not null));

-- No row: everything as it comes.
create table member_settings (
  member_id uuid primary key references member (member_id),
  language text check (language in ('en', 'sw')),
  theme text check (theme in ('auto', 'light', 'dark')),
  mails_payouts boolean not null default true,
  mails_sign_ins boolean not null default true,
  -- Null: never asked.
  analytics_consent boolean,
  analytics_consent_at timestamptz
);

-- Attempts counted before they are made. `bucket` names a rule and the hash of whom it counts.
create table throttle (
  bucket text primary key,
  hits int not null,
  -- Until then the hits count.
  expires_at timestamptz not null,
  -- Until then nothing passes.
  blocked_until timestamptz not null
);
create index throttle_expired on throttle (expires_at);

alter table staff
  -- Set with a password that a machine made: it has to be replaced until then.
  add column password_expires_at timestamptz;

create table staff_second_factor (
  staff_id uuid primary key references staff (staff_id),
  -- Base32, as the authenticator app takes it.
  secret text not null,
  -- Null until the first code proved that the app has it.
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
  last_used_address inet
);

-- Why staff should look twice, by name. Decided when it is requested.
alter table withdrawal add column review_reasons text[] not null default '{}';
