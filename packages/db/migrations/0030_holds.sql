-- One person, one wallet (docs/decisions/0075, 0076): where members are paid, what delays a payment, and which changes of an
-- account delay it.

-- Where a member asked to be paid, for every method. The value is sealed; its keyed hash finds it.
create table payout_destination (
  member_id uuid not null references member (member_id),
  destination_hash bytea not null check (octet_length(destination_hash) = 32),
  method text not null check (method in ('mpesa', 'bank', 'paypal')),
  value text not null check (value like 'sealed:1:%'),
  named_at timestamptz not null default now(),
  proven_at timestamptz,
  proven_by text check (proven_by in ('code', 'payment', 'staff')),
  primary key (member_id, destination_hash),
  check ((proven_at is null) = (proven_by is null))
);

-- Whose a destination is, from its first proof on.
create table destination_owner (
  destination_hash bytea primary key check (octet_length(destination_hash) = 32),
  member_id uuid not null
);
create index destination_owner_member on destination_owner (member_id);

-- Everyone who named a destination. It shows who shares one without asking each member's server.
create table destination_claimant (
  destination_hash bytea not null check (octet_length(destination_hash) = 32),
  member_id uuid not null,
  primary key (destination_hash, member_id)
);
create index destination_claimant_member on destination_claimant (member_id);

-- Why a withdrawal is not paid yet, or a survey's reward not booked yet. `until` null: until somebody decides, or what it is about
-- has changed.
create table hold (
  member_id uuid not null references member (member_id),
  hold_id uuid not null default gen_random_uuid(),
  subject text not null check (subject in ('withdrawal', 'survey')),
  -- The withdrawal's id, or the survey's.
  subject_id uuid not null,
  reason text not null check (reason ~ '^[a-z-]+$'),
  -- When what it is about happened. The same reason holds the same subject again only for something newer.
  since timestamptz not null,
  until timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- `system`, or who lifted it.
  ended_by text,
  end_reason text,
  primary key (member_id, hold_id),
  unique (member_id, subject, subject_id, reason, since),
  check ((ended_at is null) = (ended_by is null))
);
create index hold_open on hold (member_id, subject, subject_id) where ended_at is null;
create index hold_due on hold (until) where ended_at is null and until is not null;

-- What changed about how an account is opened. Holds are derived from it, and the member sees it.
create table account_change (
  member_id uuid not null references member (member_id),
  change_id uuid not null default gen_random_uuid(),
  kind text not null check (kind in (
    'email-changed', 'email-undone', 'password-changed', 'password-reset', 'new-device', 'passkey-added', 'passkey-removed', 'secured'
  )),
  created_at timestamptz not null default now(),
  primary key (member_id, change_id)
);
create index account_change_newest on account_change (member_id, created_at desc);
