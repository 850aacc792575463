-- A way back for the owner of an account that someone else has entered (docs/decisions/0078).

-- Not null: its member has left this address. Until then nobody else gets it, because the move can still be undone.
alter table email_owner add column reserved_until timestamptz;

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
