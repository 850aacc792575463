-- account: a member's settings, and what staff know about them.

-- No row: every setting has its default.
create table member_settings (
  member_id uuid primary key references member (member_id),
  language text check (language in ('en', 'sw')),
  theme text check (theme in ('auto', 'light', 'dark')),
  mails_payouts boolean not null default true,
  mails_sign_ins boolean not null default true,
  -- Null: never asked.
  analytics_consent boolean,
  analytics_consent_at timestamptz,
  -- An answer has a time.
  check ((analytics_consent is null) = (analytics_consent_at is null))
);

-- Where mail went before the member moved to another address. Support may ask for it when someone wants their account
-- back, and erasing the member removes what was sent there too.
create table former_email (
  member_id uuid not null references member (member_id),
  email text not null,
  left_at timestamptz not null default now(),
  primary key (member_id, email)
);

-- When a member was last here, on any device. Apart from their row, which signing in locks.
create table member_seen (
  member_id uuid primary key references member (member_id),
  last_seen_at timestamptz not null
);
create index member_seen_last on member_seen (last_seen_at, member_id);

-- Notes that staff write about a member for each other. A note is final; it goes when the member is erased.
create table member_note (
  member_id uuid not null references member (member_id),
  note_id uuid not null default gen_random_uuid(),
  note text not null check (note <> ''),
  author text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (member_id, note_id)
);
