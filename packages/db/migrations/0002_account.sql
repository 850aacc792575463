-- account: a member's settings, what staff know about them, and the way back for the owner of an account that someone else has
-- entered (docs/decisions/0078).

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
  constraint member_settings_consent_has_a_time check ((analytics_consent is null) = (analytics_consent_at is null))
);

-- Which version of the terms a member has seen or accepted, and how they were asked.
create table member_terms (
  member_id uuid not null references member (member_id),
  version integer not null check (version > 0),
  how text not null check (how in ('sign-up', 'asked')),
  seen_at timestamptz not null default now(),
  -- Null: the member closed the notice of a new version without accepting it.
  accepted_at timestamptz,
  primary key (member_id, version),
  constraint member_terms_sign_up_accepts check (how = 'asked' or accepted_at is not null)
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

-- Where mail went before the member moved to another address. Support may ask for it when someone wants their account
-- back, and erasing the member removes what was sent there too.
create table former_email (
  member_id uuid not null references member (member_id),
  email text not null,
  left_at timestamptz not null default now(),
  primary key (member_id, email)
);

-- A move from a proven address. Its former mailbox can undo it, together with every later one.
create table email_move (
  member_id uuid not null references member (member_id),
  move_id uuid not null default gen_random_uuid(),
  from_email text not null check (from_email = lower(from_email)),
  to_email text not null check (to_email = lower(to_email)),
  -- What changed since then goes with an undone move: the person who moved the account was in it already.
  requested_at timestamptz not null,
  moved_at timestamptz not null default now(),
  undo_until timestamptz not null,
  -- Undone, or a later one of several that were undone together.
  undone_at timestamptz,
  primary key (member_id, move_id)
);

-- The link "This wasn't me" of a security mail. It opens nothing until a person presses the button, and works once.
create table security_link (
  member_id uuid not null references member (member_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('undo-email', 'cancel-email', 'secure-account')),
  -- The mailbox that got it: it works only while the account is at this address, or can go back to it.
  email text not null check (email = lower(email)),
  -- When what the mail is about happened.
  since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (member_id, token_hash)
);

-- What changed about how an account is opened. Holds are derived from it, and the member sees it.
create table account_change (
  member_id uuid not null references member (member_id),
  change_id uuid not null default gen_random_uuid(),
  kind text not null check (kind in (
    'email-changed', 'email-undone', 'password-changed', 'password-reset', 'new-device', 'passkey-added', 'passkey-removed',
    'second-factor-on', 'second-factor-off', 'recovery-codes-renewed', 'secured'
  )),
  created_at timestamptz not null default now(),
  primary key (member_id, change_id)
);
create index account_change_newest on account_change (member_id, created_at desc);

-- Which members have proved that a mailbox is theirs: addresses with a tag, or with dots at Gmail, are one mailbox.
create table member_mailbox (
  mailbox_hash bytea not null check (octet_length(mailbox_hash) = 32),
  member_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (mailbox_hash, member_id)
);
create index member_mailbox_member on member_mailbox (member_id);

-- With whom a member says they share their phone. First names only, as typed.
create table shared_phone (
  member_id uuid primary key references member (member_id),
  names text[] not null check (cardinality(names) between 1 and 4),
  declared_at timestamptz not null default now()
);

-- A keyed hash of an erased member's mailbox or proven destination, and the surveys they were paid for.
create table erased_print (
  print_hash bytea primary key check (octet_length(print_hash) = 32),
  kind text not null check (kind in ('mailbox', 'destination')),
  survey_ids uuid[] not null,
  until timestamptz not null,
  -- The wallets of erased members that a print leads to: what one of them still owes meets the person's next account.
  member_ids uuid[] not null default '{}'
);
create index erased_print_until on erased_print (until);
